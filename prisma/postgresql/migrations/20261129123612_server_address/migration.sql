-- AlterTable
ALTER TABLE "Server" ADD COLUMN     "address" TEXT;
