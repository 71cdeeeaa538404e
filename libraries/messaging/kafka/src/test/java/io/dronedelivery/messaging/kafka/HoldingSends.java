package io.dronedelivery.messaging.kafka;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Counts the records of a producer, and holds them up until it is told to go on. */
abstract class HoldingSends implements ProducerInterceptor<byte[], byte[]> {

    private final AtomicInteger sent;
    private final CountDownLatch goOn;

    HoldingSends(AtomicInteger sent, CountDownLatch goOn) {
        this.sent = sent;
        this.goOn = goOn;
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        sent.incrementAndGet();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return record;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

    @Override
    public void configure(Map<String, ?> settings) {}

    @Override
    public void close() {}
}
