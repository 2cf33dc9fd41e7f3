/** Says why a person stands outside. */
export type Outside = 'no_session' | 'used' | 'expired' | 'unknown';

const reasons: Record<Outside, string> = {
  no_session: 'This browser has not been let in.',
  used: 'This link has been used. Each link lets one browser in.',
  expired: 'This link is older than ten minutes.',
  unknown: 'This link does not work.',
};

/**
 * Builds the one page that a stranger gets. It loads nothing, because nothing else is answered. Its script
 * hands over the key of a link that another site opened: the browser keeps the new cookie back from that first
 * request, and sends it with the next. It keeps earlier keys, too, as `takePageKey` does.
 */
export function toDoorPage(outside: Outside, nonce: string): string {
  return toPage(
    '',
    `<h1>Open Countersign with a link</h1>
<p role="status">${reasons[outside]}</p>
<p>Run this in the folder of Countersign, and open the address that it prints:</p>
<p><code>npm run link</code></p>`,
    `<script nonce="${nonce}">
  const key = /^#key=([\\w-]{43})$/.exec(location.hash)?.[1];
  if (key && sessionStorage.getItem('countersign-door') !== key) {
    sessionStorage.setItem('countersign-door', key);
    const known = ['countersign-earlier-keys', 'countersign-key'].map((name) => localStorage.getItem(name) ?? '');
    const [oldest, ...later] = known.join(' ').split(' ').filter((other) => other && other !== key);
    if (oldest) localStorage.setItem('countersign-earlier-keys', [oldest, ...later.slice(-4)].join(' '));
    localStorage.setItem('countersign-key', key);
    location.replace('/');
  }
</script>`,
  );
}

/** Builds the page for a person whose browser asks too often. It loads itself again after this time. */
export function toWaitPage(message: string, seconds: number): string {
  return toPage(
    `<meta http-equiv="refresh" content="${seconds}">`,
    `<h1>Please wait a moment</h1>
<p role="status">${message}</p>
<p>This page then loads by itself. What you typed is kept in this browser.</p>`,
    '',
  );
}

function toPage(head: string, main: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Countersign</title>
${head}<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; padding: 2rem 1.25rem; }
  h1 { margin: 0 0 0.5rem; font-size: 1.5rem; text-wrap: balance; }
  p { margin: 0 0 1rem; }
  code { display: block; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem; font-size: 1rem; }
</style>
</head>
<body>
<main>
${main}
</main>
${script}
</body>
</html>
`;
}
