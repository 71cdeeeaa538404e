package io.dronedelivery.localcosmos.store;

/** Keeps which databases and containers there are. Its methods may block; they are not called on an event loop. */
public interface Catalogue {
    /** Keeps nothing. */
    Catalogue NONE = new Catalogue() {
        @Override
        public void save(Account account) {}

        @Override
        public ChangeLog logOf(Container.Identity container) {
            return ChangeLog.NONE;
        }

        @Override
        public void drop(Container.Identity container) {}
    };

    /** Keeps the account's databases, containers and throughput as they are now. */
    void save(Account account);

    /** Opens the log of a container that is about to be created. */
    ChangeLog logOf(Container.Identity container);

    /** Removes the log of a container that is gone. */
    void drop(Container.Identity container);
}
