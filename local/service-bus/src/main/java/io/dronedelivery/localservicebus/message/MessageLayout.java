package io.dronedelivery.localservicebus.message;

/**
 * The positions of the bare message, of its properties' end and of its body. Sections before the properties do not belong to the bare
 * message.
 */
final class MessageLayout {
    int bare;
    int propertiesEnd;
    int body;

    MessageLayout(int end) {
        bare = end;
        propertiesEnd = end;
        body = end;
    }

    void note(SectionScanner at) {
        if (at.section() < SectionScanner.PROPERTIES) {
            return;
        }
        bare = Math.min(bare, at.start());
        if (at.section() == SectionScanner.PROPERTIES) {
            propertiesEnd = at.end();
            body = at.end();
        } else if (at.section() == SectionScanner.APPLICATION_PROPERTIES) {
            propertiesEnd = at.start();
            body = at.end();
        } else {
            propertiesEnd = Math.min(propertiesEnd, at.start());
            body = Math.min(body, at.start());
        }
    }
}
