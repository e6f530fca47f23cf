/** What a reference needs to know of each definition: for the client's first load, which has no definitions. A test holds it against them. */
export const TARGETS = [
  { name: 'ticket', code: 'HELP_DESK', path: '/pms/helpdesk' },
  { name: 'ticket-type', code: 'HELP_DESK_TYPE', path: '/pms/helpdesk-type' },
  { name: 'ticket-reply', code: 'HELP_DESK_TYPE', path: '/pms/helpdesk-reply' },
  { name: 'label', code: 'LABEL', path: '/label' },
  { name: 'label-group', code: 'LABEL', path: '/label-group' },
  { name: 'block', code: 'UNIT', path: '/block' },
  { name: 'floor', code: 'UNIT', path: '/floor' },
  { name: 'unit', code: 'UNIT', path: '/unit' },
  { name: 'resident', code: 'MEMBER', path: '/member' },
  { name: 'residency', code: 'MEMBER', path: '/member-residency' },
  { name: 'partner', code: 'PARTNER', path: '/partner' },
  { name: 'employee', code: 'EMPLOYEE', path: '/employee' },
  { name: 'department', code: 'AUTHORIZATION', path: '/department' },
  { name: 'position', code: 'AUTHORIZATION', path: '/position' },
] as const;
