-- CreateTable
CREATE TABLE "Actor" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL
);

-- Rows hold their actor's id, and the name is in Actor. Dropping a column keeps the table's indexes and keys.
ALTER TABLE "Conversation" DROP COLUMN "createdByName";
ALTER TABLE "Message" DROP COLUMN "createdByName";
ALTER TABLE "Run" DROP COLUMN "startedByName";
ALTER TABLE "RunEvent" DROP COLUMN "actorName";
ALTER TABLE "Approval" DROP COLUMN "decidedByName";
ALTER TABLE "ApprovalDecision" DROP COLUMN "actorName";
ALTER TABLE "SystemPromptVersion" DROP COLUMN "createdByName";

-- The first owner is the only person who can have changed the older settings.
CREATE TABLE "new_Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "valueJson" TEXT NOT NULL,
    "updatedById" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Setting" ("key", "valueJson", "updatedById", "updatedAt") SELECT "key", "valueJson", 'usr_local', "updatedAt" FROM "Setting";
DROP TABLE "Setting";
ALTER TABLE "new_Setting" RENAME TO "Setting";
