import type { Migration } from '../migrations.ts';
import { appAccounts } from './2026-11-21-app-accounts.ts';
import { floorsOfUnits } from './2026-11-21-floors.ts';
import { homesOfResidents } from './2026-11-21-homes.ts';
import { keysOfPeople } from './2026-11-21-person-keys.ts';
import { statesOfStaff } from './2026-11-21-staff.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  floorsOfUnits,
  homesOfResidents,
  statesOfStaff,
  appAccounts,
  keysOfPeople,
];
