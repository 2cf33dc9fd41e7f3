/** Our pages ask for passkeys. Nothing else that a browser may do for a page is needed. */
const ownPermissions = ['publickey-credentials-create', 'publickey-credentials-get'];
const closedPermissions = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const permissions = [
  ...closedPermissions.map((feature) => `${feature}=()`),
  ...ownPermissions.map((feature) => `${feature}=(self)`),
].join(', ');

/**
 * The entry sends these with every response, including errors. A browser that came by TLS (`isSecure`) comes
 * by TLS for the next year.
 */
export function securityHeaders(policy: string, isSecure = false): Record<string, string> {
  return {
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions,
  };
}

/**
 * Every answer under /api/ and every refusal has this policy: it is data, never a document. A browser that
 * opens it loads and runs nothing.
 */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Builds the policy of a page. The framework reads the nonce from this request header and adds it to its
 * scripts. The component library writes inline styles, so the policy allows them.
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
