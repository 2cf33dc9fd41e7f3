let isSigningOut = false;

/**
 * Leaves the page because this browser is signed out. Drafts stay in the browser. The page in its place says how
 * to get in again: in a team it is the one that asks to sign in, and it leads back here.
 */
export function leave(): void {
  if (isSigningOut) window.location.replace('/sign-in');
  else window.location.reload();
}

/**
 * From here on, leaving leads to an empty sign-in page: the next person does not want the page of this one. The
 * server may refuse another request of this page before it answers the one that signs out.
 */
export function beginSigningOut(): void {
  isSigningOut = true;
}

export function failSigningOut(): void {
  isSigningOut = false;
}
