import type { Notice } from './to-notices';

/** Shows a notification of the browser, if it may show one. A click brings the tab to the front first. */
export function showNotice({ id, title, body }: Notice, onClick: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = createNotification(title, {
    body,
    // Lets the notification of a second tab silently replace the first.
    tag: id,
  });
  if (!notice) return;
  notice.onclick = () => {
    window.focus();
    notice.close();
    onClick();
  };
}

/** Null where only a service worker may notify: Chrome on Android has this constructor and throws. */
function createNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
