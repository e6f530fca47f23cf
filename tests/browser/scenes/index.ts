import { account } from './account.ts';
import { activity } from './activity.ts';
import { around } from './around.ts';
import { contracts } from './contracts.ts';
import { documents } from './documents.ts';
import { doors } from './doors.ts';
import { filters } from './filters.ts';
import { forms } from './forms.ts';
import { imports } from './import.ts';
import { places } from './places.ts';
import { project } from './project.ts';
import { projectSettings } from './projects.ts';
import { queue } from './queue.ts';
import { request } from './request.ts';
import { residents } from './residents.ts';
import type { Scene } from './scene.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';
import { units } from './units.ts';

/** Every screen and state. */
export const SCENES: readonly Scene[] = [
  ...doors,
  ...project,
  ...projectSettings,
  ...account,
  ...queue,
  ...filters,
  ...request,
  ...forms,
  ...imports,
  ...residents,
  ...contracts,
  ...settings,
  ...units,
  ...places,
  ...documents,
  ...staff,
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
  'palette',
]);
/** One of each kind, for what is looked at many times over. */
export const MAIN_SCENES = SCENES.filter(({ name }) => MAIN.has(name));
