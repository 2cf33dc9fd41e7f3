const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Tells whether the host of a parsed URL is this machine. */
export const isLoopbackName = (hostname: string): boolean => loopbackNames.includes(hostname);
