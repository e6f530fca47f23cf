// Compiled, never run: the compiler has to refuse each line under `@ts-expect-error`.
import { defineModule } from '@lobby/shared/kit/define-module.ts';

const NAMES = {
  name: 'meter',
  code: 'METER',
  path: '/meter',
  title: 'name',
  flags: ['read', 'write', 'delete'],
} as const;
const FIELDS = {
  name: { kind: 'text', max: 50, required: true, unique: true, taken: 'METER_EXISTS', search: true },
  code: { kind: 'text', max: 20, unique: { within: 'unitId' } },
  unitId: { kind: 'ref', to: 'unit' },
  capacity: { kind: 'integer' },
  type: { kind: 'choice', options: ['WATER', 'POWER'] },
  sealed: { kind: 'flag' },
  fixed: { kind: 'flag', readOnly: true },
  sealNumber: { kind: 'text', max: 20, visibleWhen: { sealed: ['true'] } },
} as const;
const STATUSES = {
  ACTIVE: { tone: 'going', icon: 'check' },
  INACTIVE: { tone: 'ended', icon: 'ban' },
} as const;
const LIST = { columns: ['name', 'capacity'], sorts: ['name'], defaultSort: 'name', filters: ['type'] } as const;
const WHOLE = {
  ...NAMES,
  fields: FIELDS,
  statuses: STATUSES,
  initial: 'ACTIVE',
  list: LIST,
  errors: { METER_EXISTS: 409 },
} as const;

export const meter = defineModule({
  ...WHOLE,
  fixedBy: 'fixed',
  actions: {
    stop: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'write', when: { type: ['WATER'], status: ['ACTIVE'] } },
    move: { from: ['ACTIVE'], flag: 'write', input: { unitId: { kind: 'ref', to: 'unit' } } },
  },
  undo: { move: { action: 'move', input: { unitId: 'unitId' } }, remove: { action: 'restore' } },
  list: {
    columns: ['name', 'status', 'createdAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['type', 'status', 'createdAt'],
    indexed: ['unitId'],
    tabs: { water: { type: { in: ['WATER'] }, status: { in: ['ACTIVE'] } }, all: {} },
    marks: { sealed: { sealed: { in: ['true'] } }, mine: { unitId: { in: ['me'] } } },
  },
  badge: { name: 'METER', filter: { status: { in: ['ACTIVE'] } } },
  imports: { keys: [['code'], ['name', 'unitId']] },
});

// @ts-expect-error unknown status
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTVE', flag: 'write' } } });
// @ts-expect-error unknown status
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTVE'], to: 'INACTIVE', flag: 'write' } } });
// @ts-expect-error unknown status
defineModule({ ...WHOLE, initial: 'ACTVE' });
// @ts-expect-error unknown field as a column
defineModule({ ...WHOLE, list: { ...LIST, columns: ['name', 'capacty'] } });
// @ts-expect-error default sort that is not declared
defineModule({ ...WHOLE, list: { ...LIST, defaultSort: 'nam' } });
// @ts-expect-error unknown field as a sort
defineModule({ ...WHOLE, list: { ...LIST, sorts: ['name', 'nam'] } });
// @ts-expect-error unknown field as a filter
defineModule({ ...WHOLE, list: { ...LIST, filters: ['typ'] } });
// @ts-expect-error unknown field in an index
defineModule({ ...WHOLE, list: { ...LIST, indexed: ['unit'] } });
// @ts-expect-error error code that is not declared
defineModule({ ...WHOLE, errors: { METER_EXIST: 409 } });
// @ts-expect-error unknown status in a tab
defineModule({ ...WHOLE, list: { ...LIST, tabs: { going: { status: { in: ['ACTIV'] } } } } });
// @ts-expect-error unknown option in a tab
defineModule({ ...WHOLE, list: { ...LIST, tabs: { water: { type: { in: ['WATR'] } } } } });
// @ts-expect-error unknown field in a tab
defineModule({ ...WHOLE, list: { ...LIST, tabs: { water: { typ: { in: ['WATER'] } } } } });
// @ts-expect-error invalid flag value in a mark
defineModule({ ...WHOLE, list: { ...LIST, marks: { sealed: { sealed: { in: ['yes'] } } } } });
// @ts-expect-error unknown status in a badge
defineModule({ ...WHOLE, badge: { name: 'METER', filter: { status: { in: ['ACTIV'] } } } });
// @ts-expect-error unknown field as an import key
defineModule({ ...WHOLE, imports: { keys: [['cod']] } });
// @ts-expect-error unknown field as the title
defineModule({ ...WHOLE, title: 'nam' });
// @ts-expect-error unknown flag
defineModule({ ...WHOLE, fixedBy: 'fixd' });
// @ts-expect-error unknown option in the condition of an action
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write', when: { type: ['WATR'] } } } });
// @ts-expect-error unknown inverse action
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write' } }, undo: { stop: { action: 'strt' } } });
// @ts-expect-error unknown undone action
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write' } }, undo: { stp: { action: 'stop' } } });
// @ts-expect-error unknown reference in a uniqueness scope
defineModule({ ...WHOLE, fields: { ...FIELDS, code: { kind: 'text', max: 20, unique: { within: 'unit' } } } });
// @ts-expect-error unknown value in the condition of a field
defineModule({ ...WHOLE, fields: { ...FIELDS, code: { kind: 'text', max: 20, visibleWhen: { sealed: ['yes'] } } } });
// @ts-expect-error reason without a field to store it
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'write', reason: true } } });
// @ts-expect-error unknown field for the reason
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'write', reason: 'why' } } });
