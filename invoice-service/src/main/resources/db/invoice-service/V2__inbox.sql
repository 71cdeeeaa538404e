-- The events that have been worked into the tables above, each in the transaction of its work: whoever finds it here does nothing.

CREATE TABLE inbox (
    source      text COLLATE "C" NOT NULL,
    event_id    text COLLATE "C" NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source, event_id)
);

CREATE INDEX inbox_by_age ON inbox (received_at);
