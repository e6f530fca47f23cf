import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
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
import { guest } from '@lobby/shared/modules/guest.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
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
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { fileCollection } from '../kit/files/file-store.ts';
import { numberCollection } from '../kit/store/numbers.ts';
import { lockStateCollection } from '../modules/lock-date/index.ts';
import { markCollection as roomMarkCollection } from '../modules/room/index.ts';
import { paperRevisionCollection } from '../modules/template/index.ts';
import { templateRevisionCollection } from '../modules/template/revisions.ts';
import { preferenceCollection } from '../platform/preferences/preferences.ts';
import { settingsOfHotlines } from '../platform/projects/hotlines.ts';
import { utilitiesOf } from './amenities.ts';
import { amenitySetsOf } from './amenity-sets.ts';
import { bankingOf } from './banking.ts';
import { bookingsOf } from './bookings.ts';
import { booksOf } from './books.ts';
import { blocksOf, floorsOf } from './building.ts';
import { cardsOf } from './cards.ts';
import { categoriesOf } from './categories.ts';
import { lockStatesOf, locksOf, noticesOf, runsOf } from './closing.ts';
import { contractsOf, contractTemplatesOf } from './contracts.ts';
import { debtsOf } from './debts.ts';
import { depositsOf } from './deposits.ts';
import { labelGroupsOf, labelsOf, repliesOf, typesOf } from './desk.ts';
import { shiftLogsOf } from './desk-log.ts';
import type { Batch, Row } from './documents.ts';
import { flowsOf } from './flows.ts';
import { cardFormsOf } from './forms.ts';
import { gatewaysOf } from './gateways.ts';
import { type Home, homesOf } from './homes.ts';
import { hotlinesOf } from './hotlines.ts';
import { cardService } from './manual-bills.ts';
import { elevatorClosuresOf, elevatorsOf, movesOf } from './moves.ts';
import { announcementsOf, deliveriesOf, newsOf, pollsOf } from './notices.ts';
import { onlineOrdersOf } from './online-orders.ts';
import type { DemoOptions } from './options.ts';
import { foldersOf, papersOf } from './papers.ts';
import { parcelsOf } from './parcels.ts';
import { parkingsOf } from './parkings.ts';
import { partnerContractsOf, partnersOf } from './partners.ts';
import { levelsOf, placesIn } from './places.ts';
import { preparedRows, type Sets } from './prepared.ts';
import { assignmentRulesOf, levelsOfService } from './promises.ts';
import { remindersOf } from './reminders.ts';
import { residenciesOf, residentsOf } from './residents.ts';
import { marksOf, roomsOf, topicsOf } from './rooms.ts';
import { sendingsOf } from './sendings.ts';
import { copiesOf, fundsOf, pricesOf, registrationsOf, unusedPrices } from './services.ts';
import { projectOf, type Site, sitesOf } from './sites.ts';
import { colleaguesOf, departmentsOf, employeesOf, positionsOf } from './staff.ts';
import { storesOf } from './stores.ts';
import { suppressionsOf } from './suppressions.ts';
import { tasksOf } from './tasks.ts';
import { templatesOf } from './templates.ts';
import { ticketRows } from './ticket-rows.ts';
import { unitsOf } from './units.ts';
import { upkeepOf } from './upkeep.ts';
import { seenNewsOf, usersOf } from './users.ts';
import { guestsOf, visitorsOf, withVisits } from './visitors.ts';
import { holidaysOf, schedulesOf } from './working.ts';
import { withWorkers, worksOf } from './works.ts';

const BATCH = 1000;
const UNITS = 600;

/** The files of the demo, and where each is copied from. */
export function demoFiles({ units = UNITS, now }: Pick<DemoOptions, 'units' | 'now'>) {
  return sitesOf(now, units).flatMap(site => papersOf(site, homesOf(site), now).files);
}

/** The demo's documents, in batches of 1,000 at most, the same for the same options; what is referred to comes first. */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const open = new Map<string, object[]>();
  for (const [collection, doc] of rowsOf(options)) {
    const docs = open.get(collection) ?? [];
    docs.push(doc);
    open.set(collection, docs);
    if (docs.length < BATCH) continue;
    open.delete(collection);
    yield { collection, docs };
  }
  for (const [collection, docs] of open) yield { collection, docs };
}

function* rowsOf(options: DemoOptions): Generator<Row> {
  const sites = sitesOf(options.now, options.units ?? UNITS);
  const homes = new Map(sites.map(site => [site, homesOf(site)]));
  for (const site of sites) yield ['projects', { ...projectOf(site), ...settingsOfHotlines(hotlinesOf(site)) }];
  for (const user of usersOf([...homes], options.passwordHash)) {
    yield ['users', user];
    yield [preferenceCollection.name, seenNewsOf(user.email, options.now)];
  }
  for (const [site, own] of homes) {
    yield* setUpRows(site, own, options);
    yield* ticketRows(site, own, options);
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
  const told = announcementsOf(site, team, now);
  const [amenities, partners] = [utilitiesOf(site), partnersOf(site, now)];
  const bookings = bookingsOf(site, homes, amenities, now);
  const [guests, elevators, stock] = [guestsOf(site, homes, now), elevatorsOf(site, homes), cardsOf(site, homes)];
  const prices = pricesOf(site);
  const copies = copiesOf(site);
  const tariffs = [...prices, ...unusedPrices(site)];
  const works = worksOf(site, homes, team, now);
  const visits = visitorsOf(site, homes, guests, works, now);
  const banking = bankingOf(site, homes, prices, now);
  const cardForms = cardFormsOf(site, homes, stock, now);
  const held = depositsOf(site, homes, works, cardForms, bookings, now);
  const books = booksOf(site, homes, units, stock.vehicles, prices, held.deposits, bookings, banking, now);
  for (const row of books.numbers) yield [numberCollection.name, row];
  for (const row of lockStatesOf(site, now)) yield [lockStateCollection.name, row];
  const stores = storesOf(site, team, now);
  for (const row of stores.numbers) yield [numberCollection.name, row];
  const { accounts, funds } = fundsOf(site);
  const residents = residentsOf(site, homes);
  const notices = noticesOf(site, books.bills);
  const words = templatesOf(site, now);
  for (const row of words.revisions) yield [templateRevisionCollection.name, row];
  for (const row of words.paperRevisions) yield [paperRevisionCollection.name, row];
  const debts = debtsOf(site, homes, books.bills, team, now);
  const reminders = remindersOf(site, notices, now);
  const sendings = sendingsOf(
    site,
    homes,
    residents,
    notices.filter(({ status }) => status !== 'DO_NOT_PUBLISH'),
  );
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
    [location, levelsOf(site)],
    [place, placesIn(site)],
    [workSchedule, schedulesOf(site)],
    [holiday, holidaysOf(site, now)],
    [ticketType, typesOf(site, team)],
    [ticketReply, repliesOf(site)],
    [serviceLevel, levelsOfService(site, team)],
    [assignmentRule, assignmentRulesOf(site)],
    [task, tasksOf(site, team, now)],
    [announcement, told],
    [announcementDelivery, deliveriesOf(site, homes, told)],
    [news, newsOf(site, team, now)],
    [poll, pollsOf(site, team, now)],
    ...amenitySetsOf(site, homes, { amenities, bookings, partners }, now),
    [guest, withVisits(guests, visits)],
    [visitor, visits],
    [elevator, elevators],
    [elevatorClosure, elevatorClosuresOf(site, elevators, now)],
    [elevatorReservation, movesOf(site, homes, elevators, now)],
    [constructionRegistration, withWorkers(works, visits)],
    [vehicle, stock.vehicles],
    [card, stock.cards],
    [cardRegistration, cardForms],
    [service, [...prices.map(one => one.service), cardService(site)]],
    [tariff, tariffs.map(one => one.tariff)],
    [formula, copies.formulas],
    [surcharge, copies.surcharges],
    [tariffVersion, tariffs.flatMap(one => one.versions)],
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
    [receipt, books.receipts],
    [payslip, books.payslips],
    [depositRequest, held.requests],
    [accountMovement, banking.movements],
    [serviceAdvance, banking.advances],
    [fundTransfer, banking.transfers],
    [bankTransaction, banking.transactions],
    [identityAccount, banking.identities],
    [paymentMethod, banking.methods],
    [paymentGateway, gatewaysOf(site)],
    [onlineTransaction, onlineOrdersOf(site, homes, books.receipts)],
    [voucherCategory, categoriesOf(site)],
    [deposit, held.deposits],
    [debtPromise, debts.promises],
    [debtDispute, debts.disputes],
    [instalmentPlan, debts.plans],
    [debtContact, debts.contacts],
    [writeOff, books.writeOffs],
    [journalEntry, books.entries],
    [unitAccount, books.accounts],
    [approvalFlow, flowsOf(site, team)],
    [parcel, parcelsOf(site, homes, team, now)],
    [shiftLog, shiftLogsOf(site, team, now)],
    [roomTopic, topicsOf(site)],
    [room, talks.map(({ doc }) => doc)],
  ];
  yield* preparedRows(sets, prepare);
}

export type { DemoOptions } from './options.ts';
