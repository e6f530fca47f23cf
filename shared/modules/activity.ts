/** The project's history: a view over what every module writes when something is done. */
export const activity = {
  name: 'activity',
  code: 'ACTIVITY',
  path: '/activity',
  route: 'activity',
  flags: ['read', 'export'],
} as const;
