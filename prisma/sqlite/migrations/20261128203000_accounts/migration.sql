-- CreateTable
CREATE TABLE "Account" (
    "actorId" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "passwordHash" TEXT,
    "providerId" TEXT,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actorId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);

-- CreateTable
CREATE TABLE "OneTimeCode" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "codeHash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "dataJson" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "SignInTry" (
    "emailHash" TEXT NOT NULL PRIMARY KEY,
    "failures" INTEGER NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "lockedUntil" DATETIME
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_emailKey_key" ON "Account"("emailKey");

-- CreateIndex
CREATE UNIQUE INDEX "Account_providerId_key" ON "Account"("providerId");

-- CreateIndex
CREATE INDEX "Passkey_actorId_createdAt_idx" ON "Passkey"("actorId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "OneTimeCode_codeHash_key" ON "OneTimeCode"("codeHash");

-- CreateIndex
CREATE INDEX "OneTimeCode_kind_createdAt_idx" ON "OneTimeCode"("kind", "createdAt");
