/**
 * Lists why a sign-in at the OpenID provider ended at `/sign-in?problem=CODE`, with the sentence that the page
 * shows. `name` is the provider’s.
 */
const sentences = {
  provider_down: (name: string) => `${name} does not answer. Try again, or sign in with your password.`,
  provider_declined: (name: string) =>
    `You did not sign in at ${name}. Try again, or sign in with your password.`,
  provider_failed: (name: string) =>
    `${name} sent an answer that Countersign cannot use. Try again. If this happens again, ask an admin to read the server’s log.`,
  sign_in_used: () => 'This sign-in was already used. Start again.',
  sign_in_expired: () => 'This sign-in took longer than 10 minutes. Start again.',
  sign_in_unknown: () => 'This sign-in did not begin here. Start again.',
  other_browser: () => 'This sign-in began in another browser. Start again in this one.',
  no_email: (name: string) =>
    `${name} does not say what your e-mail address is, so Countersign does not know who you are. Ask an admin.`,
  unverified_email: (name: string) =>
    `${name} has not checked your e-mail address. Confirm the address there, then try again.`,
  odd_email: (name: string) =>
    `Countersign cannot use the e-mail address that ${name} has for you. An address has plain letters only, such as ada@example.com.`,
  not_invited: (name: string) =>
    `Nobody has invited the e-mail address that ${name} has for you. Ask an admin for an invitation.`,
  other_invitation: (name: string) =>
    `This invitation is for another e-mail address than the one that ${name} has for you. Ask an admin for a new one, or choose a password.`,
  other_identity: (name: string) =>
    `Someone else at ${name} signs in with your e-mail address. Sign in with your password, or ask an admin.`,
  invitation_used: () => 'This invitation has been used.',
  invitation_expired: () => 'This invitation has expired. Ask an admin for a new one.',
  invitation_unknown: () => 'This invitation does not work. Ask an admin for a new one.',
} satisfies Record<string, (name: string) => string>;

export type ProviderProblem = keyof typeof sentences;
export const providerProblems = Object.keys(sentences) as readonly ProviderProblem[];

/** Returns the sentence for a code from the address of the page, or null when there is no such code. */
export function describeProviderProblem(code: string | null, providerName: string | null): string | null {
  if (code === null || !Object.hasOwn(sentences, code)) return null;
  const sentence = sentences[code as ProviderProblem](providerName ?? 'your organization');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
