-- CreateTable
CREATE TABLE "Actor" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Actor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "keyHash" TEXT COLLATE "C" NOT NULL,
    "device" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "SignInLink_pkey" PRIMARY KEY ("codeHash")
);

-- CreateTable
CREATE TABLE "Account" (
    "actorId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "emailKey" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C",
    "providerId" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("actorId")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "publicKey" TEXT COLLATE "C" NOT NULL,
    "counter" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeCode" (
    "id" TEXT COLLATE "C" NOT NULL,
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "dataJson" TEXT COLLATE "C" NOT NULL,
    "createdById" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "OneTimeCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInTry" (
    "emailHash" TEXT COLLATE "C" NOT NULL,
    "failures" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,
    "lockedUntil" TIMESTAMP(3),

    CONSTRAINT "SignInTry_pkey" PRIMARY KEY ("emailHash")
);

-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "activeRunId" TEXT COLLATE "C",
    "createdById" TEXT COLLATE "C" NOT NULL,
    "isPrivate" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SearchText" (
    "id" TEXT COLLATE "C" NOT NULL,
    "conversationId" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SearchText_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT COLLATE "C" NOT NULL,
    "conversationId" TEXT COLLATE "C" NOT NULL,
    "runId" TEXT COLLATE "C",
    "author" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "createdById" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT COLLATE "C" NOT NULL,
    "conversationId" TEXT COLLATE "C" NOT NULL,
    "workflowId" TEXT COLLATE "C",
    "workflowRevision" TEXT COLLATE "C",
    "kind" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "parametersJson" TEXT COLLATE "C" NOT NULL,
    "toolsJson" TEXT COLLATE "C" NOT NULL,
    "planJson" TEXT COLLATE "C" NOT NULL,
    "modelName" TEXT COLLATE "C" NOT NULL,
    "modelJson" TEXT COLLATE "C",
    "startedById" TEXT COLLATE "C" NOT NULL,
    "idempotencyKey" TEXT COLLATE "C",
    "requestHash" TEXT COLLATE "C",
    "maxSteps" INTEGER NOT NULL,
    "maxActiveMs" INTEGER NOT NULL,
    "maxMalformedReplies" INTEGER NOT NULL,
    "approvalExpiresAfterMs" INTEGER,
    "signersJson" TEXT COLLATE "C",
    "version" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "stateJson" TEXT COLLATE "C" NOT NULL,
    "steps" INTEGER NOT NULL,
    "activeMs" INTEGER NOT NULL,
    "malformedReplies" INTEGER NOT NULL,
    "rejectedCallHashesJson" TEXT COLLATE "C" NOT NULL,
    "usageJson" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "leaseOwner" TEXT COLLATE "C",
    "leaseUntil" TIMESTAMP(3),
    "heartbeatAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Usage" (
    "runId" TEXT COLLATE "C" NOT NULL,
    "quarter" TIMESTAMP(3) NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "workflowId" TEXT COLLATE "C",
    "calls" INTEGER NOT NULL,
    "unreported" INTEGER NOT NULL,
    "input" INTEGER NOT NULL,
    "cached" INTEGER NOT NULL,
    "output" INTEGER NOT NULL,
    "reasoning" INTEGER NOT NULL,
    "amountUsd" DOUBLE PRECISION,
    "unpriced" INTEGER NOT NULL,

    CONSTRAINT "Usage_pkey" PRIMARY KEY ("runId","quarter","model")
);

-- CreateTable
CREATE TABLE "DriveRequest" (
    "runId" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "DriveRequest_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "RunEvent" (
    "runId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "payloadJson" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RunEvent_pkey" PRIMARY KEY ("runId","version")
);

-- CreateTable
CREATE TABLE "ToolCall" (
    "id" TEXT COLLATE "C" NOT NULL,
    "runId" TEXT COLLATE "C" NOT NULL,
    "step" INTEGER NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "parametersJson" TEXT COLLATE "C" NOT NULL,
    "layers" INTEGER NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "headline" TEXT COLLATE "C" NOT NULL,
    "outcomeJson" TEXT COLLATE "C",
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "ToolCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CallPreview" (
    "callId" TEXT COLLATE "C" NOT NULL,
    "previewJson" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "CallPreview_pkey" PRIMARY KEY ("callId")
);

-- CreateTable
CREATE TABLE "Approval" (
    "id" TEXT COLLATE "C" NOT NULL,
    "runId" TEXT COLLATE "C" NOT NULL,
    "conversationId" TEXT COLLATE "C" NOT NULL,
    "callId" TEXT COLLATE "C" NOT NULL,
    "callHash" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "headline" TEXT COLLATE "C" NOT NULL,
    "searchText" TEXT COLLATE "C",
    "risk" TEXT COLLATE "C" NOT NULL,
    "riskReason" TEXT COLLATE "C" NOT NULL,
    "commentary" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "decidedAt" TIMESTAMP(3),
    "decidedById" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "signerRole" TEXT COLLATE "C",
    "barredSignerId" TEXT COLLATE "C",

    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApprovalDecision" (
    "approvalId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "decision" TEXT COLLATE "C" NOT NULL,
    "words" TEXT COLLATE "C",
    "digest" TEXT COLLATE "C",
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ApprovalDecision_pkey" PRIMARY KEY ("approvalId","number")
);

-- CreateTable
CREATE TABLE "SystemPrompt" (
    "id" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SystemPrompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SystemPromptVersion" (
    "promptId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "createdById" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SystemPromptVersion_pkey" PRIMARY KEY ("promptId","version")
);

-- CreateTable
CREATE TABLE "PromptSnapshot" (
    "runId" TEXT COLLATE "C" NOT NULL,
    "systemPromptId" TEXT COLLATE "C" NOT NULL,
    "systemPromptVersion" INTEGER NOT NULL,
    "messagesJson" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "PromptSnapshot_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "WorkflowRevision" (
    "workflowId" TEXT COLLATE "C" NOT NULL,
    "revision" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "firstUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "WorkflowRevision_pkey" PRIMARY KEY ("workflowId","revision")
);

-- CreateTable
CREATE TABLE "Rule" (
    "id" TEXT COLLATE "C" NOT NULL,
    "conditionJson" TEXT COLLATE "C" NOT NULL,
    "decision" TEXT COLLATE "C" NOT NULL,
    "signatures" INTEGER NOT NULL,
    "minimumRisk" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "createdById" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "Rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "objectId" TEXT COLLATE "C",
    "subject" TEXT COLLATE "C" NOT NULL,
    "before" TEXT COLLATE "C",
    "after" TEXT COLLATE "C",
    "isPrivate" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT COLLATE "C" NOT NULL,
    "valueJson" TEXT COLLATE "C" NOT NULL,
    "updatedById" TEXT COLLATE "C" NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_actorId_createdAt_idx" ON "Session"("actorId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_actorId_createdAt_idx" ON "ApiToken"("actorId", "createdAt");

-- CreateIndex
CREATE INDEX "SignInLink_expiresAt_idx" ON "SignInLink"("expiresAt");

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

-- CreateIndex
CREATE INDEX "Conversation_updatedAt_id_idx" ON "Conversation"("updatedAt", "id");

-- CreateIndex
CREATE INDEX "SearchText_conversationId_idx" ON "SearchText"("conversationId");

-- CreateIndex
CREATE INDEX "Message_conversationId_createdAt_idx" ON "Message"("conversationId", "createdAt");

-- CreateIndex
CREATE INDEX "Message_runId_idx" ON "Message"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_idempotencyKey_key" ON "Run"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Run_conversationId_createdAt_idx" ON "Run"("conversationId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_status_idx" ON "Run"("status");

-- CreateIndex
CREATE INDEX "Run_workflowId_createdAt_idx" ON "Run"("workflowId", "createdAt");

-- CreateIndex
CREATE INDEX "Usage_quarter_idx" ON "Usage"("quarter");

-- CreateIndex
CREATE INDEX "ToolCall_runId_step_idx" ON "ToolCall"("runId", "step");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_callId_key" ON "Approval"("callId");

-- CreateIndex
CREATE INDEX "Approval_status_requestedAt_id_idx" ON "Approval"("status", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Approval_status_expiresAt_idx" ON "Approval"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "Approval_runId_idx" ON "Approval"("runId");

-- CreateIndex
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_at_id_idx" ON "AuditEntry"("actorId", "at", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_kind_at_id_idx" ON "AuditEntry"("kind", "at", "id");

-- AddForeignKey
ALTER TABLE "SearchText" ADD CONSTRAINT "SearchText_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DriveRequest" ADD CONSTRAINT "DriveRequest_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunEvent" ADD CONSTRAINT "RunEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ToolCall" ADD CONSTRAINT "ToolCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallPreview" ADD CONSTRAINT "CallPreview_callId_fkey" FOREIGN KEY ("callId") REFERENCES "ToolCall"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_callId_fkey" FOREIGN KEY ("callId") REFERENCES "ToolCall"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApprovalDecision" ADD CONSTRAINT "ApprovalDecision_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SystemPromptVersion" ADD CONSTRAINT "SystemPromptVersion_promptId_fkey" FOREIGN KEY ("promptId") REFERENCES "SystemPrompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptSnapshot" ADD CONSTRAINT "PromptSnapshot_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
