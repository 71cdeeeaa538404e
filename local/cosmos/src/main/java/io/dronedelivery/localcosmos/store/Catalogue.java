package io.dronedelivery.localcosmos.store;

/** Stores the definitions of databases and containers. Its methods may block; they are not called on an event loop. */
public interface Catalogue {
    /** Stores nothing. */
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

    /** Stores the account's present databases, containers and throughput. */
    void save(Account account);

    /** Opens the log of a container that is about to be created. */
    ChangeLog logOf(Container.Identity container);

    /** Removes the log of a deleted container. */
    void drop(Container.Identity container);
}
