-- A line is never deleted. Its reversal is a further line with the negated amount. Reversals have a separate table, because instances of
-- earlier releases rely on one row of invoice_line for each delivery. Both tables take their numbers from one sequence.

CREATE TABLE line_reversal (
    line_id             bigint NOT NULL DEFAULT nextval('invoice_line_line_id_seq'),
    invoice_id          text COLLATE "C" NOT NULL REFERENCES invoice,
    delivery_id         text COLLATE "C" NOT NULL UNIQUE,
    description         text NOT NULL,
    amount              numeric(12, 2) NOT NULL,
    created_at          timestamptz NOT NULL,
    reversed_invoice_id text COLLATE "C" NOT NULL,
    reverses            bigint NOT NULL,
    reason              text NOT NULL,
    reversed_by         text NOT NULL,
    PRIMARY KEY (invoice_id, line_id) INCLUDE (amount),
    FOREIGN KEY (reversed_invoice_id, reverses) REFERENCES invoice_line (invoice_id, line_id)
);

-- What is on an invoice. Each part is read by its primary key.
CREATE VIEW invoice_entry AS
SELECT line_id, invoice_id, delivery_id, description, amount, created_at, NULL::bigint AS reverses FROM invoice_line
UNION ALL
SELECT line_id, invoice_id, delivery_id, description, amount, created_at, reverses FROM line_reversal;
