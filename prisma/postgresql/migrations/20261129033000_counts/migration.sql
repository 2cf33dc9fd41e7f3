-- Counts of requests and wrong passwords, which all servers add to. The package that counts gives the columns. A schema of its own
-- keeps the table out of the models. A crash of PostgreSQL may empty it.
CREATE SCHEMA "countersign_counts";

CREATE UNLOGGED TABLE "countersign_counts"."counts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "counts_pkey" PRIMARY KEY ("key")
);
