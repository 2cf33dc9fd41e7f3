-- These columns were added without the byte order that all other texts have.

-- AlterTable
ALTER TABLE "AuditEntry" ALTER COLUMN "workspaceId" TYPE TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Conversation" ALTER COLUMN "workspaceId" TYPE TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Run" ALTER COLUMN "workspaceId" TYPE TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Server" ALTER COLUMN "name" TYPE TEXT COLLATE "C",
ALTER COLUMN "address" TYPE TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Usage" ALTER COLUMN "workspaceId" TYPE TEXT COLLATE "C";
