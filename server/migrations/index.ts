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
import { accentsOfNames } from './2026-11-25-accents.ts';
import { adjustmentsOfBills } from './2026-11-25-adjustments.ts';
import { namesOfAmenities } from './2026-11-25-amenities.ts';
import { stepsOfApprovals } from './2026-11-25-approvals.ts';
import { namesOfBankAccounts } from './2026-11-25-bank-accounts.ts';
import { cardsOfForms } from './2026-11-25-card-forms.ts';
import { stockOfCards } from './2026-11-25-cards.ts';
import { clocksOfTickets } from './2026-11-25-clocks.ts';
import { timesOfElevators } from './2026-11-25-elevators.ts';
import { recordsOfExclusions } from './2026-11-25-exclusions.ts';
import { namesOfFunds } from './2026-11-25-funds.ts';
import { guestsOfUnits } from './2026-11-25-guests.ts';
import { entriesOfJournal } from './2026-11-25-journal.ts';
import { locksOfBothKinds } from './2026-11-25-locks.ts';
import { statusesOfNews } from './2026-11-25-news.ts';
import { rowsOfNotifications, topicsOfChoices } from './2026-11-25-notices.ts';
import { openTasksOfTickets } from './2026-11-25-open-tasks.ts';
import { namesOfOrders } from './2026-11-25-orders.ts';
import { namesOfParcels } from './2026-11-25-parcels.ts';
import { optionsOfPolls } from './2026-11-25-polls.ts';
import { settingsOfReception } from './2026-11-25-reception.ts';
import { statusesOfRegistrations } from './2026-11-25-registrations.ts';
import { scopesOfReplies } from './2026-11-25-reply-scopes.ts';
import { departmentsOfRooms } from './2026-11-25-room-topics.ts';
import { wordsOfRooms } from './2026-11-25-room-words.ts';
import { topicsOfRooms } from './2026-11-25-rooms.ts';
import { statusesOfRuns } from './2026-11-25-runs.ts';
import { settingsOfSending } from './2026-11-25-sending-settings.ts';
import { namesOfSendings } from './2026-11-25-sendings.ts';
import { namesOfServices } from './2026-11-25-services.ts';
import { recordsOfSuppressions } from './2026-11-25-suppressions.ts';
import { versionsOfTariffs } from './2026-11-25-tariff-versions.ts';
import { namesOfTariffs } from './2026-11-25-tariffs.ts';
import { progressOfTasks } from './2026-11-25-tasks.ts';
import { wordsOfTemplates } from './2026-11-25-templates.ts';
import { namesOfVisits } from './2026-11-25-visits.ts';
import { namesOfVouchers } from './2026-11-25-vouchers.ts';
import { depositsOfForms } from './2026-11-25-works.ts';
import { appUsageOfResidents } from './2026-11-26-app-usage.ts';
import { endsOfCards } from './2026-11-26-card-ends.ts';
import { metersOfUsages } from './2026-11-26-meters.ts';
import { parkingOfVehicles } from './2026-11-26-parking.ts';
import { kindsOfMethods } from './2026-11-26-payment-methods.ts';
import { publicationOfBills } from './2026-11-26-publication.ts';
import { typesOfReceipts } from './2026-11-26-receipts.ts';
import { looksOfPapers } from './2026-11-26-report-templates.ts';
import { keysOfVisits } from './2026-11-26-visit-keys.ts';
import { votersOfPolls } from './2026-11-26-voters-of-polls.ts';
import { waitsBySlots } from './2026-11-26-waitlist.ts';
import { waysOfSendings } from './2026-11-26-ways-of-sendings.ts';
import { linesOfWorkers } from './2026-11-26-workers.ts';
import { seriesOfBookings } from './2026-11-27-amenities.ts';
import { checklistsOfWorks } from './2026-11-27-checklists.ts';
import { partsOfRequests } from './2026-11-27-deposit-requests.ts';
import { countedFunds } from './2026-11-27-fund-counts.ts';
import { firstAppointments } from './2026-11-27-handover-schedules.ts';
import { sheetsOfHandovers } from './2026-11-27-handover-sheets.ts';
import { recordsOfHotlines } from './2026-11-27-hotlines.ts';
import { linesOfNotices } from './2026-11-27-notices.ts';
import { orderOfUnits } from './2026-11-27-order-of-units.ts';
import { statusesOfPartners } from './2026-11-27-partners.ts';
import { recordsOfPasses } from './2026-11-27-passes.ts';
import { typesOfPayslips } from './2026-11-27-payslips.ts';
import { noticesOfPolls } from './2026-11-27-polls.ts';
import { groupsOfSystems } from './2026-11-27-system-groups.ts';
import { wishesOfWaits } from './2026-11-27-waits.ts';
import { watchedVisits } from './2026-11-27-watched.ts';
import { worksOfPartners } from './2026-11-27-works.ts';
import { waitingAnnouncements } from './2026-11-28-announcements.ts';
import { orderOfBallots } from './2026-11-28-ballots.ts';
import { linesOfStatements } from './2026-11-28-bank-statements.ts';
import { singleBills } from './2026-11-28-bills.ts';
import { orderOfBlankSheets } from './2026-11-28-blank-sheets.ts';
import { depositsOfLines } from './2026-11-28-deposits-of-lines.ts';
import { occurrencesOfEntries } from './2026-11-28-entries.ts';
import { noShowsOfHandovers } from './2026-11-28-handover-no-shows.ts';
import { problemsOfInvoices } from './2026-11-28-invoice-problems.ts';
import { emptyLists, emptyMentions, emptyUnread } from './2026-11-28-lists.ts';
import { meantDates } from './2026-11-28-meant-dates.ts';
import { metersOfDevices } from './2026-11-28-meters-of-devices.ts';
import { orderByUnit } from './2026-11-28-order-by-unit.ts';
import { originalTotals } from './2026-11-28-original-totals.ts';
import { columnsOfPapers, framesOfMails } from './2026-11-28-papers.ts';
import { partsOfWorks } from './2026-11-28-parts-of-works.ts';
import { wordsOfPlates } from './2026-11-28-plates.ts';
import { rejectedDefects } from './2026-11-28-rejected-defects.ts';
import { sealedPapers } from './2026-11-28-sealed-papers.ts';
import { sealedSheets } from './2026-11-28-sealed-sheets.ts';
import { toldVotes } from './2026-11-28-told-ballots.ts';
import { turnoutsOfVotes } from './2026-11-28-turnouts.ts';
import { unaccentedNames } from './2026-11-28-unaccented-names.ts';
import { billsAdjustedSince } from './2026-11-29-bills-adjusted-since.ts';
import { daysOfSystems } from './2026-11-29-days-of-systems.ts';
import { formsOfVehicles } from './2026-11-29-forms-of-vehicles.ts';
import { homesOfBills } from './2026-11-29-homes-of-bills.ts';
import { itemsOfBuilds } from './2026-11-29-items-of-builds.ts';
import { kindsOfDeposits } from './2026-11-29-kinds-of-deposits.ts';
import { lastReadings } from './2026-11-29-last-readings.ts';
import { mendedAddresses } from './2026-11-29-mended-addresses.ts';
import { namesOfConnections } from './2026-11-29-names-of-connections.ts';
import { passesOfGuests } from './2026-11-29-passes-of-guests.ts';
import { richNotices } from './2026-11-29-rich-notices.ts';
import { sendTypes } from './2026-11-29-send-types.ts';
import { sentNotices } from './2026-11-29-sent-notices.ts';
import { servicesByAmount } from './2026-11-29-services-by-amount.ts';
import { statisticsOfMore } from './2026-11-29-statistics-of-more.ts';
import { sumsOfSent } from './2026-11-29-sums-of-sent.ts';
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
  accentsOfNames,
  rowsOfNotifications,
  topicsOfChoices,
  progressOfTasks,
  openTasksOfTickets,
  entriesOfJournal,
  locksOfBothKinds,
  settingsOfReception,
  stepsOfApprovals,
  namesOfTariffs,
  topicsOfRooms,
  departmentsOfRooms,
  statusesOfNews,
  optionsOfPolls,
  stockOfCards,
  namesOfVisits,
  namesOfAmenities,
  namesOfOrders,
  versionsOfTariffs,
  namesOfServices,
  statusesOfRegistrations,
  wordsOfTemplates,
  namesOfSendings,
  timesOfElevators,
  namesOfParcels,
  statusesOfRuns,
  adjustmentsOfBills,
  wordsOfRooms,
  scopesOfReplies,
  namesOfFunds,
  namesOfVouchers,
  namesOfBankAccounts,
  depositsOfForms,
  cardsOfForms,
  settingsOfSending,
  recordsOfSuppressions,
  recordsOfExclusions,
  appUsageOfResidents,
  kindsOfMethods,
  guestsOfUnits,
  keysOfVisits,
  waitsBySlots,
  metersOfUsages,
  parkingOfVehicles,
  looksOfPapers,
  endsOfCards,
  typesOfReceipts,
  publicationOfBills,
  waysOfSendings,
  votersOfPolls,
  linesOfWorkers,
  seriesOfBookings,
  orderOfUnits,
  wishesOfWaits,
  statusesOfPartners,
  recordsOfHotlines,
  groupsOfSystems,
  linesOfNotices,
  typesOfPayslips,
  partsOfRequests,
  firstAppointments,
  sheetsOfHandovers,
  worksOfPartners,
  watchedVisits,
  checklistsOfWorks,
  recordsOfPasses,
  noticesOfPolls,
  countedFunds,
  occurrencesOfEntries,
  singleBills,
  emptyLists,
  wordsOfPlates,
  partsOfWorks,
  rejectedDefects,
  orderOfBallots,
  waitingAnnouncements,
  linesOfStatements,
  metersOfDevices,
  meantDates,
  noShowsOfHandovers,
  problemsOfInvoices,
  turnoutsOfVotes,
  originalTotals,
  depositsOfLines,
  columnsOfPapers,
  framesOfMails,
  emptyMentions,
  orderOfBlankSheets,
  emptyUnread,
  orderByUnit,
  sealedPapers,
  sealedSheets,
  toldVotes,
  unaccentedNames,
  passesOfGuests,
  sendTypes,
  richNotices,
  homesOfBills,
  lastReadings,
  statisticsOfMore,
  kindsOfDeposits,
  formsOfVehicles,
  sentNotices,
  servicesByAmount,
  sumsOfSent,
  billsAdjustedSince,
  itemsOfBuilds,
  namesOfConnections,
  mendedAddresses,
  daysOfSystems,
];
