-- AlterTable
ALTER TABLE "Approval" ADD COLUMN "searchText" TEXT;
