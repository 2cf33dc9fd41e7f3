-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "workspaceId" TEXT;

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "workspaceId" TEXT NOT NULL DEFAULT 'main';

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "workspaceId" TEXT NOT NULL DEFAULT 'main';

-- AlterTable
ALTER TABLE "Server" ADD COLUMN     "name" TEXT;

-- AlterTable
ALTER TABLE "Usage" ADD COLUMN     "workspaceId" TEXT NOT NULL DEFAULT 'main';
