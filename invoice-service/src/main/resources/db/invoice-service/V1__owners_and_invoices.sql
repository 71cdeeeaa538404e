-- Identifiers are compared byte by byte: no locale, so the order of a keyset never depends on the machine.

CREATE TABLE owner (
    owner_id text COLLATE "C" PRIMARY KEY CHECK (owner_id ~ '^[A-Za-z0-9._-]{1,64}$')
);

CREATE TABLE invoice (
    invoice_id text COLLATE "C" PRIMARY KEY,
    owner_id   text COLLATE "C" NOT NULL REFERENCES owner,
    year       smallint NOT NULL CHECK (year BETWEEN 2000 AND 2100),
    month      smallint NOT NULL CHECK (month BETWEEN 1 AND 12),
    currency   char(3)  NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    status     text     NOT NULL CHECK (status IN ('open', 'issued')),
    UNIQUE (owner_id, year, month)
);

-- The primary key is at once the order of the pages of lines (keyset) and, since it carries the amount,
-- all that a month's sum has to read: one range of one index.
CREATE TABLE invoice_line (
    line_id     bigint GENERATED ALWAYS AS IDENTITY,
    invoice_id  text COLLATE "C" NOT NULL REFERENCES invoice,
    delivery_id text COLLATE "C" NOT NULL UNIQUE,
    description text NOT NULL,
    amount      numeric(12, 2) NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (invoice_id, line_id) INCLUDE (amount)
);
