import { today, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { fileCollection } from '../kit/files/file-store.ts';
import { numberCollection } from '../kit/store/numbers.ts';
import { voucherLinkCollection } from '../modules/bank-statement/index.ts';
import { minutesCollection } from '../modules/conference/index.ts';
import { noticeRevisionCollection } from '../modules/fee-notice/index.ts';
import { lockStateCollection } from '../modules/lock-date/index.ts';
import { markCollection as roomMarkCollection } from '../modules/room/index.ts';
import { paperRevisionCollection, templateRevisionCollection } from '../modules/template/index.ts';
import { preferenceCollection } from '../platform/preferences/preferences.ts';
import { settingsOfHotlines } from '../platform/projects/hotlines.ts';
import { utilitiesOf } from './amenities.ts';
import { amenitySetsOf } from './amenity-sets.ts';
import { approvalSettingsOf, vouchersOf } from './approvals.ts';
import { statementsOf } from './bank-statements.ts';
import { bankingOf } from './banking.ts';
import { bookingsOf } from './bookings.ts';
import { booksOf } from './books.ts';
import { plansOf } from './budgets.ts';
import { blocksOf, floorsOf } from './building.ts';
import { cardsOf } from './cards.ts';
import { lockStatesOf, locksOf, noticeRevisionsOf, noticesOf, runsOf } from './closing.ts';
import { comparisonsOf } from './comparisons.ts';
import { minutesOf } from './conference-minutes.ts';
import { ballotsOf } from './conference-votes.ts';
import { conferencesOf } from './conferences.ts';
import { contractsOf, contractTemplatesOf } from './contracts.ts';
import { debtsOf } from './debts.ts';
import { depositsOf } from './deposits.ts';
import { labelGroupsOf, labelsOf } from './desk.ts';
import { shiftLogsOf } from './desk-log.ts';
import { deskSetsOf } from './desk-sets.ts';
import type { Batch, Row } from './documents.ts';
import { flowsOf } from './flows.ts';
import { cardFormsOf } from './forms.ts';
import { fundCountsOf } from './fund-counts.ts';
import { bankConnectionsOf, gatewaysOf } from './gateways.ts';
import { handoversOf } from './handovers.ts';
import { type Home, homesOf } from './homes.ts';
import { hotlinesOf } from './hotlines.ts';
import { invoicesOf } from './invoices.ts';
import { madeBefore } from './made-before.ts';
import { cardService } from './manual-bills.ts';
import { meterPhotosOf } from './meter-photos.ts';
import { elevatorClosuresOf, elevatorsOf, movesOf } from './moves.ts';
import { announcementsOf, deliveriesOf, newsOf, pollsOf } from './notices.ts';
import { onlineOrdersOf } from './online-orders.ts';
import type { DemoOptions } from './options.ts';
import { foldersOf, papersOf } from './papers.ts';
import { parcelsOf } from './parcels.ts';
import { parkingsOf } from './parkings.ts';
import { partnerContractsOf, partnersOf } from './partners.ts';
import { visitSetsOf } from './passes.ts';
import { preparedRows, type Sets } from './prepared.ts';
import { remindersOf } from './reminders.ts';
import { residenciesOf, residentsOf } from './residents.ts';
import { marksOf, roomsOf, topicsOf } from './rooms.ts';
import { sendingsOf } from './sendings.ts';
import { copiesOf, fundsOf, pricesOf, registrationsOf, unusedPrices } from './services.ts';
import { projectOf, type Site, sitesOf } from './sites.ts';
import { colleaguesOf, departmentsOf, employeesOf, positionsOf } from './staff.ts';
import { storesOf } from './stores.ts';
import { suppressionsOf } from './suppressions.ts';
import { syncingOf } from './syncing.ts';
import { templatesOf } from './templates.ts';
import { ticketRows } from './ticket-rows.ts';
import { unitsOf } from './units.ts';
import { upkeepOf } from './upkeep.ts';
import { seenNewsOf, usersOf } from './users.ts';
import { guestsOf, visitorsOf, withVisits } from './visitors.ts';
import { watchlistOf, withWatched } from './watchlist.ts';
import { withWorkers, worksOf } from './works.ts';

const BATCH = 1000;
const UNITS = 600;

/** Files of the demo with the source each is copied from. */
export function demoFiles({ units = UNITS, now }: Pick<DemoOptions, 'units' | 'now'>) {
  return sitesOf(now, units).flatMap(site => {
    const homes = homesOf(site);
    return [
      ...papersOf(site, homes, now).files,
      ...handoversOf(site, homes, unitsOf(site, homes), now).files,
      ...meterPhotosOf(site).values(),
    ];
  });
}

/**
 * Yields the documents in batches of at most 1,000, deterministic for the same options; referenced records come first.
 */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const open = new Map<string, object[]>();
  for (const [collection, doc] of rowsOf(options)) {
    const docs = open.get(collection) ?? [];
    docs.push(doc);
    open.set(collection, docs);
    if (docs.length < BATCH) continue;
    open.delete(collection);
    yield { collection, docs: docs.map(made => madeBefore(made, options.now)) };
  }
  for (const [collection, docs] of open) yield { collection, docs: docs.map(made => madeBefore(made, options.now)) };
}

function* rowsOf(options: DemoOptions): Generator<Row> {
  const sites = sitesOf(options.now, options.units ?? UNITS);
  const homes = new Map(sites.map(site => [site, homesOf(site)]));
  for (const site of sites)
    yield ['projects', { ...projectOf(site), ...settingsOfHotlines(hotlinesOf(site)), ...approvalSettingsOf(site) }];
  for (const user of usersOf([...homes], options.passwordHash)) {
    yield ['users', user];
    yield [preferenceCollection.name, seenNewsOf(user.email, options.now)];
  }
  for (const [site, siteHomes] of homes) {
    yield* setUpRows(site, siteHomes, options);
    yield* ticketRows(site, siteHomes, options);
  }
}

function* setUpRows(site: Site, homes: readonly Home[], { prepare, now }: DemoOptions): Generator<Row> {
  const team = colleaguesOf(site);
  const talks = roomsOf(site, homes, team, now);
  for (const { messages } of talks) for (const message of messages) yield ['room-messages', message];
  for (const mark of marksOf(site, talks)) yield [roomMarkCollection.name, mark];
  const papers = papersOf(site, homes, now);
  for (const { row } of papers.files) yield [fileCollection.name, row];
  const units = unitsOf(site, homes);
  const { contracts, annexes } = contractsOf(site, homes, units, now);
  const [amenities, partners] = [utilitiesOf(site), partnersOf(site, now)];
  const bookings = bookingsOf(site, homes, amenities, now);
  const [guests, elevators, stock] = [guestsOf(site, homes, now), elevatorsOf(site, homes), cardsOf(site, homes)];
  const [prices, copies] = [pricesOf(site), copiesOf(site)];
  const tariffs = [...prices, ...unusedPrices(site)];
  const works = worksOf(site, homes, team, now);
  const visits = visitorsOf(site, homes, guests, works, now);
  const watched = watchlistOf(site, visits, now);
  const banking = bankingOf(site, homes, prices, now);
  const cardForms = cardFormsOf(site, homes, stock, now);
  const held = depositsOf(site, homes, works, cardForms, bookings, now);
  const books = booksOf(site, homes, units, stock.vehicles, prices, held.deposits, bookings, banking, now);
  for (const { row } of books.photos) yield [fileCollection.name, row];
  for (const row of lockStatesOf(site, now)) yield [lockStateCollection.name, row];
  const stores = storesOf(site, team, now);
  for (const row of [...books.numbers, ...stores.numbers]) yield [numberCollection.name, row];
  const services = prices.map(price => price.service);
  const invoices = invoicesOf(site, homes, services, books, now);
  yield* invoices.rows;
  const { accounts, funds } = fundsOf(site);
  const residents = residentsOf(site, homes);
  const announcements = announcementsOf(site, homes, residents, team, now);
  const notices = noticesOf(site, homes, books.bills);
  for (const row of noticeRevisionsOf(site, notices, team)) yield [noticeRevisionCollection.name, row];
  const words = templatesOf(site, now);
  for (const row of words.revisions) yield [templateRevisionCollection.name, row];
  for (const row of words.paperRevisions) yield [paperRevisionCollection.name, row];
  const debts = debtsOf(site, homes, books.bills, team, now);
  const statements = statementsOf(site, books, notices, today(VIETNAM, now));
  for (const row of statements.links) yield [voucherLinkCollection.name, row];
  const reminders = remindersOf(site, notices, now);
  const sendings = sendingsOf(
    site,
    homes,
    residents,
    notices.filter(({ status }) => status !== 'DO_NOT_PUBLISH'),
  );
  const handovers = handoversOf(site, homes, units, now);
  for (const { row } of handovers.files) yield [fileCollection.name, row];
  for (const sheet of handovers.sheets) yield ['handover-sheets', sheet];
  const meetings = conferencesOf(site, homes, units, now);
  for (const minutes of minutesOf(meetings)) yield [minutesCollection.name, minutes];
  yield* ballotsOf(site, meetings);
  const sets: Sets = [
    [department, departmentsOf(site)],
    [position, positionsOf(site)],
    [employee, employeesOf(site)],
    [labelGroup, labelGroupsOf(site)],
    [label, labelsOf(site)],
    [block, blocksOf(site)],
    [floor, floorsOf(site)],
    [unit, units],
    [resident, residents],
    [residency, residenciesOf(site, homes)],
    [folder, foldersOf(site)],
    [document, papers.documents],
    [documentVersion, papers.versions],
    [contractTemplate, contractTemplatesOf(site)],
    [template, words.templates],
    [reportTemplate, words.papers],
    [rentalContract, contracts],
    [contractAnnex, annexes],
    [partner, partners],
    [partnerContract, partnerContractsOf(site, now)],
    ...stores.sets,
    ...upkeepOf(site, now),
    ...handovers.sets,
    ...meetings,
    ...deskSetsOf(site, team, now),
    [announcement, announcements],
    [announcementDelivery, deliveriesOf(site, homes, residents, announcements)],
    [news, newsOf(site, team, now)],
    [poll, pollsOf(site, team, now)],
    ...amenitySetsOf(site, homes, { amenities, bookings, partners }, now),
    [guest, withVisits(guests, visits)],
    ...visitSetsOf(site, withWatched(visits, watched), guests, now),
    [watchEntry, watched],
    [elevator, elevators],
    [elevatorClosure, elevatorClosuresOf(site, elevators, now)],
    [elevatorReservation, movesOf(site, homes, elevators, now)],
    [constructionRegistration, withWorkers(works, visits)],
    [vehicle, stock.vehicles],
    [card, stock.cards],
    [cardRegistration, cardForms],
    [service, [...prices.map(price => price.service), cardService(site)]],
    [tariff, tariffs.map(item => item.tariff)],
    [formula, copies.formulas],
    [surcharge, copies.surcharges],
    [tariffVersion, tariffs.flatMap(item => item.versions)],
    [serviceRegistration, registrationsOf(site, homes, prices)],
    [parking, parkingsOf(site, stock.vehicles, units, prices)],
    [meter, books.meters],
    [usage, books.usages],
    [billRun, runsOf(site, books.bills)],
    [feeNotice, notices],
    [reminderRule, reminders.rules],
    [reminderExclusion, reminders.stops],
    [noticeRun, sendings.runs],
    [noticeDelivery, sendings.deliveries],
    [emailSuppression, suppressionsOf(site, residents, now)],
    [lockDate, locksOf(site, now)],
    [bill, books.bills],
    [bankAccount, accounts],
    [fund, funds],
    ...vouchersOf(site, books, now),
    [depositRequest, held.requests],
    [accountMovement, banking.movements],
    [serviceAdvance, [...banking.advances, ...books.advances]],
    [fundTransfer, banking.transfers],
    [bankStatement, statements.files],
    [bankStatementLine, statements.lines],
    [identityAccount, banking.identities],
    [paymentMethod, banking.methods],
    [paymentGateway, gatewaysOf(site)],
    [onlineTransaction, onlineOrdersOf(site, homes, books.receipts)],
    ...invoices.sets,
    [bankConnection, bankConnectionsOf(site)],
    ...plansOf(site, team, now),
    [deposit, held.deposits],
    [debtComparison, comparisonsOf(site, homes, books, team, now)],
    [debtPromise, debts.promises],
    [debtDispute, debts.disputes],
    [instalmentPlan, debts.plans],
    [debtContact, debts.contacts],
    [writeOff, books.writeOffs],
    [journalEntry, books.entries],
    [unitAccount, books.accounts],
    ...syncingOf(site, { entries: books.entries, marks: invoices.marks }, units, now),
    [fundCount, fundCountsOf(site, books.entries, team, now)],
    [approvalFlow, flowsOf(site, team)],
    [parcel, parcelsOf(site, homes, team, now)],
    [shiftLog, shiftLogsOf(site, team, now)],
    [roomTopic, topicsOf(site)],
    [room, talks.map(({ doc }) => doc)],
  ];
  yield* preparedRows(sets, prepare);
}

export type { DemoOptions } from './options.ts';
