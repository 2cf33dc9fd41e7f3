'use client';

/** Shows when even the frame of the pages has failed, so it depends on nothing else. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body
        style={{
          margin: '20vh auto',
          maxWidth: '28rem',
          fontFamily: 'system-ui, sans-serif',
          padding: '1rem',
        }}
      >
        <title>Something broke · Countersign</title>
        <h1>Something broke</h1>
        <p>Your work is saved on the server.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Try again
        </button>
      </body>
    </html>
  );
}
