import { createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef2fb',
  '#dde5f6',
  '#bccbec',
  '#a3b8e8',
  '#8fa9e4',
  '#4f6fc0',
  '#3857a8',
  '#25418f',
  '#1c3377',
  '#152659',
];

/** The light theme looks like paper, and `dark` below looks like ink. */
const gray: MantineColorsTuple = [
  '#f8f6f1',
  '#f2efe8',
  '#e9e5dc',
  '#ddd8cc',
  '#c8c2b4',
  '#a09a8c',
  '#6f6a5f',
  '#5b564c',
  '#3c3932',
  '#24221d',
];

const dark: MantineColorsTuple = [
  '#dee2eb',
  '#bec5d4',
  '#a2abbe',
  '#67718a',
  '#363e50',
  '#2a3140',
  '#1d222d',
  '#141820',
  '#10131a',
  '#0b0d12',
];

/** Only things that need the person use amber. */
const amber: MantineColorsTuple = [
  '#fff7e6',
  '#feedcc',
  '#fcd999',
  '#f8c262',
  '#f2ac36',
  '#dd9415',
  '#b8760a',
  '#8f5a05',
  '#6b4304',
  '#472c02',
];

/** Only danger uses red. */
const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fadcd8',
  '#f4b5ae',
  '#f19a91',
  '#ec8278',
  '#cb3e34',
  '#bb3026',
  '#a3241c',
  '#7f1b15',
  '#5b130f',
];

export const theme = createTheme({
  colors: { ink, gray, dark, amber, red },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  white: '#ffffff',
  black: '#1d1b16',
  fontFamily: 'var(--font-geist-sans), system-ui, sans-serif',
  fontFamilyMonospace: 'var(--font-geist-mono), ui-monospace, monospace',
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--text-2xl)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--text-xl)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--text-lg)', lineHeight: '1.4' },
      h4: { fontSize: 'var(--text-md)', lineHeight: '1.4' },
      h5: { fontSize: 'var(--text-sm)', lineHeight: '1.4' },
      h6: { fontSize: 'var(--text-xs)', lineHeight: '1.4' },
    },
  },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Radio: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    // Mantine gives these sizes of their own, which are none of the six.
    Badge: { vars: () => ({ root: { '--badge-fz': 'var(--text-xs)' } }) },
    Kbd: { vars: () => ({ root: { '--kbd-fz': 'var(--text-xs)' } }) },
    InputDescription: { vars: () => ({ description: { '--input-description-size': 'var(--text-xs)' } }) },
    InputError: { vars: () => ({ error: { '--input-error-size': 'var(--text-xs)' } }) },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // A menu must not have the placeholder as a child. The menu itself takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});
