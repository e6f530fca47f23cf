import { PROVED } from '../../setup/contract/sampling.ts';
import { account } from './account.ts';
import { bills, fees, moneys } from './accounting.ts';
import { activity } from './activity.ts';
import { amenities, bookings, orders } from './amenities.ts';
import { around } from './around.ts';
import { contracts } from './contracts.ts';
import { documents } from './documents.ts';
import { doors } from './doors.ts';
import { filters } from './filters.ts';
import { forms } from './forms.ts';
import { handovers } from './handover.ts';
import { imports } from './import.ts';
import { meetings } from './meetings.ts';
import { places } from './places.ts';
import { project } from './project.ts';
import { projectSettings } from './projects.ts';
import { queue } from './queue.ts';
import { deskBooks, notices, residentForms, visits } from './reception.ts';
import { reports } from './reports.ts';
import { request } from './request.ts';
import { residentApp } from './resident-app.ts';
import { residents } from './residents.ts';
import type { Scene } from './scene.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';
import { partners, stores } from './stores.ts';
import { units } from './units.ts';
import { assets, hotlines, technical, works } from './upkeep.ts';
import { rooms, tasks, told } from './work.ts';

/** Scenes of screens that one of these modules is seen on, by the code of their permission. */
const of = (codes: readonly string[], scenes: readonly Scene[]): Scene[] => scenes.map(scene => ({ ...scene, codes }));

/** Every screen and state. */
export const SCENES: readonly Scene[] = [
  ...doors,
  ...project,
  ...projectSettings,
  ...account,
  ...of(['HELP_DESK'], [...queue, ...filters, ...request, ...forms]),
  ...of(['LABEL'], imports),
  ...of(['MEMBER'], residents),
  ...of(['BILL', 'FEE_NOTICE', 'MEMBER_COMMUNICATE', 'HELP_DESK', 'AMENITY', 'AMENITIES_ORDERS'], residentApp),
  ...of(['RENTAL_CONTRACT'], contracts),
  ...of(['HELP_DESK_TYPE', 'LABEL', 'PARTNER'], settings),
  ...of(['HOTLINE'], hotlines),
  ...of(['ASSET'], assets),
  ...of(['PARTNER'], partners),
  ...of(['SUPPLY'], stores),
  ...of(['TECHNICAL_SYSTEM'], technical),
  ...of(['HANDOVER'], handovers),
  ...of(['CONFERENCE'], meetings),
  ...of(['MAINTENANCE'], works),
  ...of(['UNIT'], units),
  ...of(['LOCATION', 'WORK_SCHEDULE'], places),
  ...of(['DOCUMENT'], documents),
  ...of(['EMPLOYEE', 'AUTHORIZATION'], staff),
  ...of(['TASK'], tasks),
  ...of(['MEMBER_COMMUNICATE'], rooms),
  ...of(['AMENITY'], amenities),
  ...of(['AMENITIES_ORDERS'], bookings),
  ...of(['MERCHANT_ORDER'], orders),
  ...of(['ACCESS_MANAGEMENT'], visits),
  ...of(
    ['INVENTORY_TRANSFER_MANAGEMENT', 'CONSTRUCTION_MANAGEMENT', 'CARD_REGISTRATION_MANAGEMENT', 'APPROVAL_FLOW'],
    residentForms,
  ),
  ...of(['CARD', 'PARCEL', 'SHIFT_LOG'], deskBooks),
  ...of(['BILLING_SERVICE', 'TARIFF', 'USAGE'], fees),
  ...of(['BILL', 'FEE_NOTICE', 'TEMPLATE'], bills),
  ...of(
    ['RECEIPT', 'PAYSLIP', 'FUND', 'BILLING_CONFIG', 'UNIT_ACCOUNT', 'LOCK_DATE', 'ONLINE_TRANSACTION', 'ACCOUNTING'],
    moneys,
  ),
  ...of(['ANNOUNCEMENT', 'NEWS', 'POLL'], notices),
  ...of(['REPORT'], reports),
  ...told,
  ...activity,
  ...around,
];

const MAIN = new Set([
  'maintenance',
  'subscription-ended',
  'resident',
  'unit',
  'documents',
  'document-pdf',
  'document-versions',
  'document-upload',
  'units-plan',
  'contracts',
  'contract-terms',
  'employee',
  'permissions',
  'sign-in-refused',
  'register-errors',
  'projects',
  'own-projects',
  'project-general',
  'project-look',
  'denied-403',
  'lost-404',
  'list',
  'list-bulk',
  'filter-sheet',
  'filter-dates',
  'columns',
  'keys',
  'menu-person',
  'menu-more',
  'request',
  'request-info',
  'request-activity',
  'request-menu',
  'request-reject',
  'form-errors',
  'import-faults',
  'types',
  'label',
  'home',
  'board',
  'palette',
  'task',
  'task-board',
  'task-calendar',
  'room',
  'notifications',
  'reception',
  'visitor-pass',
  'works',
  'flow-new',
  'readings',
  'bill',
  'receipt-info',
  'tariff-new',
  'debt',
  'amenity',
  'booking-new',
]);
/** Scenes of every run. */
const GATE = new Set(['sign-in-refused', 'home', 'list', 'request', 'form-errors', 'resident', 'reception', 'debt']);
const kept = process.env.PROVE || process.env.FILTERED ? MAIN : GATE;
const only = new Set(process.env.ONLY ? PROVED.map(({ code }) => code) : []);
const asked = process.env.SCENES?.split(',');
/** Scenes of this run: `GATE`, with `PROVE=1` one of each kind; all of the modules in `ONLY`; `SCENES=name,name` those alone, `LONG=1` all. */
export const TODAYS_SCENES = SCENES.filter(({ name, codes }) =>
  asked ? asked.includes(name) : process.env.LONG || kept.has(name) || codes?.some(code => only.has(code)),
);
