-- CreateTable
CREATE TABLE "Rule" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conditionJson" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "signatures" INTEGER NOT NULL,
    "minimumRisk" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "revokedAt" DATETIME
);
