import type { ProviderProblem } from '../contracts/provider-problems';

/** Names the OpenID provider of a team, and this server’s place at it. `name` is for people to read. */
export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; name: string };

/** Says who somebody is, in the words of the OpenID provider. */
export type ProvidedPerson = {
  /** This is the issuer, a space and the subject. No two people share it, whatever their addresses are. */
  providerId: string;
  /** Null means that the provider named no address. */
  email: string | null;
  /** The provider says that it checked the address. */
  isEmailVerified: boolean;
  name: string | null;
};

/** The secrets of one sign-in. The server keeps them between the way to the provider and the way back. */
export type ProviderSecrets = { state: string; verifier: string; nonce: string };

export type ProviderFailure = Extract<
  ProviderProblem,
  'provider_down' | 'provider_declined' | 'provider_failed'
>;

/** Signs people in at an OpenID provider. Every failure is a value, and the cause is in the log. */
export interface OpenIdProvider {
  /** Names the provider, for people to read. */
  readonly name: string;
  /** Builds the address at the provider that the browser goes to. It comes back to `redirectUri`. */
  begin(
    redirectUri: string,
  ): Promise<{ url: string; secrets: ProviderSecrets } | { problem: ProviderFailure }>;
  /** Checks what the browser brought back: `callback` is `redirectUri` with the provider's query. */
  finish(
    callback: URL,
    secrets: ProviderSecrets,
  ): Promise<{ person: ProvidedPerson } | { problem: ProviderFailure }>;
}
