// Compiled, never run: each line under `@ts-expect-error` must be refused by the compiler, at its own place.
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

// @ts-expect-error a status that is none
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTVE', flag: 'write' } } });
// @ts-expect-error a status that is none
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTVE'], to: 'INACTIVE', flag: 'write' } } });
// @ts-expect-error a status that is none
defineModule({ ...WHOLE, initial: 'ACTVE' });
// @ts-expect-error a column that is no field
defineModule({ ...WHOLE, list: { ...LIST, columns: ['name', 'capacty'] } });
// @ts-expect-error a sort that is not among the sorts
defineModule({ ...WHOLE, list: { ...LIST, defaultSort: 'nam' } });
// @ts-expect-error a sort that is no field
defineModule({ ...WHOLE, list: { ...LIST, sorts: ['name', 'nam'] } });
// @ts-expect-error a filter that is no field
defineModule({ ...WHOLE, list: { ...LIST, filters: ['typ'] } });
// @ts-expect-error an index of no field
defineModule({ ...WHOLE, list: { ...LIST, indexed: ['unit'] } });
// @ts-expect-error a code that is not declared
defineModule({ ...WHOLE, errors: { METER_EXIST: 409 } });
// @ts-expect-error a tab's status that is none
defineModule({ ...WHOLE, list: { ...LIST, tabs: { going: { status: { in: ['ACTIV'] } } } } });
// @ts-expect-error a tab's option that is none
defineModule({ ...WHOLE, list: { ...LIST, tabs: { water: { type: { in: ['WATR'] } } } } });
// @ts-expect-error a tab's field that is none
defineModule({ ...WHOLE, list: { ...LIST, tabs: { water: { typ: { in: ['WATER'] } } } } });
// @ts-expect-error a mark's flag that is none
defineModule({ ...WHOLE, list: { ...LIST, marks: { sealed: { sealed: { in: ['yes'] } } } } });
// @ts-expect-error a badge's status that is none
defineModule({ ...WHOLE, badge: { name: 'METER', filter: { status: { in: ['ACTIV'] } } } });
// @ts-expect-error a key that is no field
defineModule({ ...WHOLE, imports: { keys: [['cod']] } });
// @ts-expect-error a title that is no field
defineModule({ ...WHOLE, title: 'nam' });
// @ts-expect-error a flag that is no field
defineModule({ ...WHOLE, fixedBy: 'fixd' });
// @ts-expect-error a value under which an act is done that is no option
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write', when: { type: ['WATR'] } } } });
// @ts-expect-error an inverse act that is none
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write' } }, undo: { stop: { action: 'strt' } } });
// @ts-expect-error an undone act that is none
defineModule({ ...WHOLE, actions: { stop: { from: [], flag: 'write' } }, undo: { stp: { action: 'stop' } } });
// @ts-expect-error a ref to be unique under that is no field
defineModule({ ...WHOLE, fields: { ...FIELDS, code: { kind: 'text', max: 20, unique: { within: 'unit' } } } });
// @ts-expect-error a value with which a field is asked that is none
defineModule({ ...WHOLE, fields: { ...FIELDS, code: { kind: 'text', max: 20, visibleWhen: { sealed: ['yes'] } } } });
// @ts-expect-error a reason that is kept nowhere
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'write', reason: true } } });
// @ts-expect-error a reason whose field is none
defineModule({ ...WHOLE, actions: { stop: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'write', reason: 'why' } } });
