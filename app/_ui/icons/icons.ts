/* The drawings come from Tabler Icons 3.51.0, https://tabler.io/icons: MIT License, Copyright (c) 2020-2026
   Paweł Kuna. The file NOTICE has the license. To add an icon, copy the paths of its SVG. */
import { createFilledIcon, createIcon } from './create-icon';

export const IconAlertCircle = /* @__PURE__ */ createIcon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0',
  'M12 8v4',
  'M12 16h.01',
);
export const IconAlertTriangle = /* @__PURE__ */ createIcon(
  'M12 9v4',
  'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  'M12 16h.01',
);
export const IconArrowDown = /* @__PURE__ */ createIcon('M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6');
export const IconArrowLeft = /* @__PURE__ */ createIcon('M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6');
export const IconArrowRight = /* @__PURE__ */ createIcon('M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6');
export const IconArrowUp = /* @__PURE__ */ createIcon('M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6');
export const IconBan = /* @__PURE__ */ createIcon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M5.7 5.7l12.6 12.6',
);
export const IconBooks = /* @__PURE__ */ createIcon(
  'M5 5a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -14',
  'M9 5a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -14',
  'M5 8h4',
  'M9 16h4',
  'M13.803 4.56l2.184 -.53c.562 -.135 1.133 .19 1.282 .732l3.695 13.418a1.02 1.02 0 0 1 -.634 1.219l-.133 .041l-2.184 .53c-.562 .135 -1.133 -.19 -1.282 -.732l-3.695 -13.418a1.02 1.02 0 0 1 .634 -1.219l.133 -.041',
  'M14 9l4 -1',
  'M16 16l3.923 -.98',
);
export const IconBug = /* @__PURE__ */ createIcon(
  'M9 9v-1a3 3 0 0 1 6 0v1',
  'M8 9h8a6 6 0 0 1 1 3v3a5 5 0 0 1 -10 0v-3a6 6 0 0 1 1 -3',
  'M3 13l4 0',
  'M17 13l4 0',
  'M12 20l0 -6',
  'M4 19l3.35 -2',
  'M20 19l-3.35 -2',
  'M4 7l3.75 2.4',
  'M20 7l-3.75 2.4',
);
export const IconCalendar = /* @__PURE__ */ createIcon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
);
export const IconChartBar = /* @__PURE__ */ createIcon(
  'M3 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6',
  'M15 9a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -10',
  'M9 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -14',
  'M4 20h14',
);
export const IconCheck = /* @__PURE__ */ createIcon('M5 12l5 5l10 -10');
export const IconChecklist = /* @__PURE__ */ createIcon(
  'M9.615 20h-2.615a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8',
  'M14 19l2 2l4 -4',
  'M9 8h4',
  'M9 12h2',
);
export const IconChevronLeft = /* @__PURE__ */ createIcon('M15 6l-6 6l6 6');
export const IconChevronRight = /* @__PURE__ */ createIcon('M9 6l6 6l-6 6');
export const IconClipboardText = /* @__PURE__ */ createIcon(
  'M9 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-12a2 2 0 0 0 -2 -2h-2',
  'M9 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2',
  'M9 12h6',
  'M9 16h6',
);
export const IconCloudOff = /* @__PURE__ */ createIcon(
  'M9.58 5.548c.24 -.11 .492 -.207 .752 -.286c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957 -.383 1.824 -1.003 2.454m-2.997 1.033h-11.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.13 -.582 .37 -1.128 .7 -1.62',
  'M3 3l18 18',
);
export const IconCopy = /* @__PURE__ */ createIcon(
  'M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666',
  'M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1',
);
export const IconDatabase = /* @__PURE__ */ createIcon(
  'M4 6a8 3 0 1 0 16 0a8 3 0 1 0 -16 0',
  'M4 6v6a8 3 0 0 0 16 0v-6',
  'M4 12v6a8 3 0 0 0 16 0v-6',
);
export const IconDots = /* @__PURE__ */ createIcon(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
);
export const IconDownload = /* @__PURE__ */ createIcon(
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2',
  'M7 11l5 5l5 -5',
  'M12 4l0 12',
);
export const IconEdit = /* @__PURE__ */ createIcon(
  'M7 7h-1a2 2 0 0 0 -2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2 -2v-1',
  'M20.385 6.585a2.1 2.1 0 0 0 -2.97 -2.97l-8.415 8.385v3h3l8.385 -8.415',
  'M16 5l3 3',
);
export const IconEraser = /* @__PURE__ */ createIcon(
  'M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3',
  'M18 13.3l-6.3 -6.3',
);
export const IconExclamationMark = /* @__PURE__ */ createIcon('M12 19v.01', 'M12 15v-10');
export const IconEye = /* @__PURE__ */ createIcon(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
);
export const IconEyeCheck = /* @__PURE__ */ createIcon(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M11.102 17.957c-3.204 -.307 -5.904 -2.294 -8.102 -5.957c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6a19.5 19.5 0 0 1 -.663 1.032',
  'M15 19l2 2l4 -4',
);
export const IconEyeExclamation = /* @__PURE__ */ createIcon(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M15.03 17.478a8.797 8.797 0 0 1 -3.03 .522c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6a20.48 20.48 0 0 1 -.258 .419',
  'M19 16v3',
  'M19 22v.01',
);
export const IconFile = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
);
export const IconFileAlert = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M12 17l.01 0',
  'M12 11l0 3',
);
export const IconFileArrowRight = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M9 15h6',
  'M12.5 17.5l2.5 -2.5l-2.5 -2.5',
);
export const IconFileDiff = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M12 10l0 4',
  'M10 12l4 0',
  'M10 17l4 0',
);
export const IconFileMinus = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M9 14l6 0',
);
export const IconFileOff = /* @__PURE__ */ createIcon(
  'M3 3l18 18',
  'M7 3h7l5 5v7m0 4a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-14',
);
export const IconFilePlus = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M12 11l0 6',
  'M9 14l6 0',
);
export const IconFileSearch = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M12 21h-5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v4.5',
  'M14 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0',
  'M18.5 19.5l2.5 2.5',
);
export const IconFileText = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M9 9l1 0',
  'M9 13l6 0',
  'M9 17l6 0',
);
export const IconFileUnknown = /* @__PURE__ */ createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M12 17v.01',
  'M12 14a1.5 1.5 0 1 0 -1.14 -2.474',
);
export const IconFolder = /* @__PURE__ */ createIcon(
  'M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2',
);
export const IconFolderOpen = /* @__PURE__ */ createIcon(
  'M5 19l2.757 -7.351a1 1 0 0 1 .936 -.649h12.307a1 1 0 0 1 .986 1.164l-.996 5.211a2 2 0 0 1 -1.964 1.625h-14.026a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v2',
);
export const IconFolderPlus = /* @__PURE__ */ createIcon(
  'M12 19h-7a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v3.5',
  'M16 19h6',
  'M19 16v6',
);
export const IconFolderSearch = /* @__PURE__ */ createIcon(
  'M11 19h-6a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v2.5',
  'M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M20.2 20.2l1.8 1.8',
);
export const IconFolders = /* @__PURE__ */ createIcon(
  'M9 3h3l2 2h5a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2',
  'M17 16v2a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2h2',
);
export const IconGitCompare = /* @__PURE__ */ createIcon(
  'M4 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M16 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M11 6h5a2 2 0 0 1 2 2v8',
  'M14 9l-3 -3l3 -3',
  'M13 18h-5a2 2 0 0 1 -2 -2v-8',
  'M10 15l3 3l-3 3',
);
export const IconHistory = /* @__PURE__ */ createIcon('M12 8l0 4l2 2', 'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5');
export const IconHourglassEmpty = /* @__PURE__ */ createIcon(
  'M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1',
  'M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1',
);
export const IconLanguage = /* @__PURE__ */ createIcon(
  'M9 6.371c0 4.418 -2.239 6.629 -5 6.629',
  'M4 6.371h7',
  'M5 9c0 2.144 2.252 3.908 6 4',
  'M12 20l4 -9l4 9',
  'M19.1 18h-6.2',
  'M6.694 3l.793 .582',
);
export const IconLayoutGrid = /* @__PURE__ */ createIcon(
  'M4 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M14 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M4 15a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M14 15a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
);
export const IconLink = /* @__PURE__ */ createIcon(
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
);
export const IconListCheck = /* @__PURE__ */ createIcon(
  'M3.5 5.5l1.5 1.5l2.5 -2.5',
  'M3.5 11.5l1.5 1.5l2.5 -2.5',
  'M3.5 17.5l1.5 1.5l2.5 -2.5',
  'M11 6l9 0',
  'M11 12l9 0',
  'M11 18l9 0',
);
export const IconLock = /* @__PURE__ */ createIcon(
  'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M8 11v-4a4 4 0 1 1 8 0v4',
);
export const IconLogout = /* @__PURE__ */ createIcon(
  'M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2',
  'M9 12h12l-3 -3',
  'M18 15l3 -3',
);
export const IconMail = /* @__PURE__ */ createIcon(
  'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10',
  'M3 7l9 6l9 -6',
);
export const IconMapOff = /* @__PURE__ */ createIcon(
  'M8.32 4.34l.68 -.34l6 3l6 -3v13m-2.67 1.335l-3.33 1.665l-6 -3l-6 3v-13l2.665 -1.333',
  'M9 4v1m0 4v8',
  'M15 7v4m0 4v5',
  'M3 3l18 18',
);
export const IconMessage = /* @__PURE__ */ createIcon(
  'M8 9h8',
  'M8 13h6',
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12',
);
export const IconMessagePlus = /* @__PURE__ */ createIcon(
  'M8 9h8',
  'M8 13h6',
  'M12.01 18.594l-4.01 2.406v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v5.5',
  'M16 19h6',
  'M19 16v6',
);
export const IconMessageQuestion = /* @__PURE__ */ createIcon(
  'M8 9h8',
  'M8 13h6',
  'M14 18h-1l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v4.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
);
export const IconMessages = /* @__PURE__ */ createIcon(
  'M21 14l-3 -3h-7a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1h9a1 1 0 0 1 1 1v10',
  'M14 15v2a1 1 0 0 1 -1 1h-7l-3 3v-10a1 1 0 0 1 1 -1h2',
);
export const IconNote = /* @__PURE__ */ createIcon(
  'M13 20l7 -7',
  'M13 20v-6a1 1 0 0 1 1 -1h6v-7a2 2 0 0 0 -2 -2h-12a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7',
);
export const IconNotebook = /* @__PURE__ */ createIcon(
  'M6 4h11a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-11a1 1 0 0 1 -1 -1v-14a1 1 0 0 1 1 -1m3 0v18',
  'M13 8l2 0',
  'M13 12l2 0',
);
export const IconPencil = /* @__PURE__ */ createIcon(
  'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4',
  'M13.5 6.5l4 4',
);
export const IconPhotoOff = /* @__PURE__ */ createIcon(
  'M15 8h.01',
  'M7 3h11a3 3 0 0 1 3 3v11m-.856 3.099a2.991 2.991 0 0 1 -2.144 .901h-12a3 3 0 0 1 -3 -3v-12c0 -.845 .349 -1.608 .91 -2.153',
  'M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5',
  'M16.33 12.338c.574 -.054 1.155 .166 1.67 .662l3 3',
  'M3 3l18 18',
);
export const IconPin = /* @__PURE__ */ createIcon(
  'M15 4.5l-4 4l-4 1.5l-1.5 1.5l7 7l1.5 -1.5l1.5 -4l4 -4',
  'M9 15l-4.5 4.5',
  'M14.5 4l5.5 5.5',
);
export const IconPinnedFilled = /* @__PURE__ */ createFilledIcon(
  'M16 3a1 1 0 0 1 .117 1.993l-.117 .007v4.764l1.894 3.789a1 1 0 0 1 .1 .331l.006 .116v2a1 1 0 0 1 -.883 .993l-.117 .007h-4v4a1 1 0 0 1 -1.993 .117l-.007 -.117v-4h-4a1 1 0 0 1 -.993 -.883l-.007 -.117v-2a1 1 0 0 1 .06 -.34l.046 -.107l1.894 -3.791v-4.762a1 1 0 0 1 -.117 -1.993l.117 -.007h8z',
);
export const IconPlayerPlay = /* @__PURE__ */ createIcon('M7 4v16l13 -8l-13 -8');
export const IconPlayerStop = /* @__PURE__ */ createIcon(
  'M5 7a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -10',
);
export const IconPlayerTrackNext = /* @__PURE__ */ createIcon('M3 5v14l8 -7l-8 -7', 'M14 5v14l8 -7l-8 -7');
export const IconPlugConnected = /* @__PURE__ */ createIcon(
  'M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5',
  'M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5',
  'M3 21l2.5 -2.5',
  'M18.5 5.5l2.5 -2.5',
  'M10 11l-2 2',
  'M13 14l-2 2',
);
export const IconQuestionMark = /* @__PURE__ */ createIcon(
  'M8 8a3.5 3 0 0 1 3.5 -3h1a3.5 3 0 0 1 3.5 3a3 3 0 0 1 -2 3a3 4 0 0 0 -2 4',
  'M12 19l0 .01',
);
export const IconRefresh = /* @__PURE__ */ createIcon(
  'M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4',
  'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
);
export const IconRefreshOff = /* @__PURE__ */ createIcon(
  'M20 11a8.1 8.1 0 0 0 -11.271 -6.305m-2.41 1.624a8.083 8.083 0 0 0 -1.819 2.681m-.5 -4v4h4',
  'M4 13a8.1 8.1 0 0 0 13.671 4.691m2.329 -1.691v-1h-1',
  'M3 3l18 18',
);
export const IconRepeat = /* @__PURE__ */ createIcon(
  'M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3',
  'M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3',
);
export const IconReplace = /* @__PURE__ */ createIcon(
  'M3 4a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M15 16a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4',
  'M21 11v-3a2 2 0 0 0 -2 -2h-6l3 3m0 -6l-3 3',
  'M3 13v3a2 2 0 0 0 2 2h6l-3 -3m0 6l3 -3',
);
export const IconReport = /* @__PURE__ */ createIcon(
  'M8 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h5.697',
  'M18 14v4h4',
  'M18 11v-4a2 2 0 0 0 -2 -2h-2',
  'M8 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2',
  'M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M8 11h4',
  'M8 15h3',
);
export const IconRocket = /* @__PURE__ */ createIcon(
  'M4 13a8 8 0 0 1 7 7a6 6 0 0 0 3 -5a9 9 0 0 0 6 -8a3 3 0 0 0 -3 -3a9 9 0 0 0 -8 6a6 6 0 0 0 -5 3',
  'M7 14a6 6 0 0 0 -3 6a6 6 0 0 0 6 -3',
  'M14 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
);
export const IconSearch = /* @__PURE__ */ createIcon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6');
export const IconSearchOff = /* @__PURE__ */ createIcon(
  'M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057',
  'M3 3l18 18',
);
export const IconServer = /* @__PURE__ */ createIcon(
  'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-2',
  'M3 15a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -2',
  'M7 8l0 .01',
  'M7 16l0 .01',
);
export const IconSettings = /* @__PURE__ */ createIcon(
  'M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
);
export const IconShield = /* @__PURE__ */ createIcon(
  'M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3',
);
export const IconShieldCheck = /* @__PURE__ */ createIcon(
  'M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06',
  'M15 19l2 2l4 -4',
);
export const IconSignature = /* @__PURE__ */ createIcon(
  'M3 17c3.333 -3.333 5 -6 5 -8c0 -3 -1 -3 -2 -3s-2.032 1.085 -2 3c.034 2.048 1.658 4.877 2.5 6c1.5 2 2.5 2.5 3.5 1l2 -3c.333 2.667 1.333 4 3 4c.53 0 2.639 -2 3 -2c.517 0 1.517 .667 3 2',
);
export const IconSignatureOff = /* @__PURE__ */ createIcon(
  'M3 17c3.333 -3.333 5 -6 5 -8c0 -.394 -.017 -.735 -.05 -1.033m-1.95 -1.967c-1 0 -2.032 1.085 -2 3c.034 2.048 1.658 4.877 2.5 6c1.5 2 2.5 2.5 3.5 1l2 -3c.333 2.667 1.333 4 3 4c.219 0 .708 -.341 1.231 -.742m3.769 -.258c.303 .245 .64 .677 1 1',
  'M3 3l18 18',
);
export const IconTable = /* @__PURE__ */ createIcon(
  'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14',
  'M3 10h18',
  'M10 3v18',
);
export const IconTerminal = /* @__PURE__ */ createIcon('M5 7l5 5l-5 5', 'M12 19l7 0');
export const IconTool = /* @__PURE__ */ createIcon(
  'M7 10h3v-3l-3.5 -3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.5 3.5',
);
export const IconTrash = /* @__PURE__ */ createIcon(
  'M4 7l16 0',
  'M10 11l0 6',
  'M14 11l0 6',
  'M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12',
  'M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
);
export const IconUser = /* @__PURE__ */ createIcon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2',
);
export const IconWand = /* @__PURE__ */ createIcon(
  'M6 21l15 -15l-3 -3l-15 15l3 3',
  'M15 6l3 3',
  'M9 3a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2',
  'M19 13a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2',
);
export const IconWorldCheck = /* @__PURE__ */ createIcon(
  'M20.946 12.99a9 9 0 1 0 -9.46 7.995',
  'M3.6 9h16.8',
  'M3.6 15h13.9',
  'M11.5 3a17 17 0 0 0 0 18',
  'M12.5 3a16.997 16.997 0 0 1 2.311 12.001',
  'M15 19l2 2l4 -4',
);
