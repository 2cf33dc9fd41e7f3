const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Docker and Podman call the machine of a container so. */
const containerHostNames = ['host.docker.internal', 'gateway.docker.internal', 'host.containers.internal'];

/** Tells whether the host of a parsed URL is this machine. */
export const isLoopbackName = (hostname: string): boolean => loopbackNames.includes(hostname);

/** Tells whether the host of a parsed URL is the machine that this container runs on. */
export const isContainerHostName = (hostname: string): boolean => containerHostNames.includes(hostname);
