import type { Notice } from './to-notices';

/** Shows a browser notification if the browser allows it. A click first brings the tab to the front. */
export function showNotice({ id, title, body }: Notice, onClick: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = createNotification(title, {
    body,
    // The tag lets the notification of a second tab silently replace the first.
    tag: id,
  });
  if (!notice) return;
  notice.onclick = () => {
    window.focus();
    notice.close();
    onClick();
  };
}

/**
 * Returns null where only a service worker may notify: Chrome on Android has this constructor, but it throws.
 */
function createNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
