import { appAccounts } from './2026-11-21-app-accounts.ts';
import { floorsOfUnits } from './2026-11-21-floors.ts';
import { homesOfResidents } from './2026-11-21-homes.ts';
import { keysOfPeople } from './2026-11-21-person-keys.ts';
import { statesOfStaff } from './2026-11-21-staff.ts';
import { daysOfHolidays } from './2026-11-23-holidays.ts';
import { typesOfLabels } from './2026-11-23-labels.ts';
import { accountsOfNotifications } from './2026-11-23-notifications.ts';
import { occupancyOfUnits } from './2026-11-23-occupancy.ts';
import { sortKeysOfNames } from './2026-11-23-sort-keys.ts';
import { visibleTexts } from './2026-11-23-visible-texts.ts';
import { wordsOfExports } from './2026-11-24-search-words.ts';
import { stepsOfApprovals } from './2026-11-25-approvals.ts';
import { stockOfCards } from './2026-11-25-cards.ts';
import { clocksOfTickets } from './2026-11-25-clocks.ts';
import { settingsOfReception } from './2026-11-25-reception.ts';
import { namesOfVisits } from './2026-11-25-visits.ts';
import type { Migration } from './migrate.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  floorsOfUnits,
  homesOfResidents,
  statesOfStaff,
  appAccounts,
  keysOfPeople,
  accountsOfNotifications,
  sortKeysOfNames,
  visibleTexts,
  typesOfLabels,
  occupancyOfUnits,
  daysOfHolidays,
  wordsOfExports,
  clocksOfTickets,
  settingsOfReception,
  stepsOfApprovals,
  stockOfCards,
  namesOfVisits,
];
