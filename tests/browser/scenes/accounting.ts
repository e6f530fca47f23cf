import { addMonths, dayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { dialog, type Scene } from './scene.ts';
import { open, usualOf } from './usual.ts';

const WHO = 'accountant@hoasen.demo';
const { list: seen, opened, made } = usualOf(WHO);

/** The paper of the first record of a list, as it stands before it is printed. */
const printed = (name: string, path: string, tab: string): Scene => ({
  name,
  who: WHO,
  async play(place) {
    await opened(name, path, tab, '[data-paper=sheet] svg').play(place);
    await place.page.locator('[data-drawer] [role=tabpanel] button').first().click();
    await place.page.locator('main > [data-paper=sheet] svg').first().waitFor();
  },
});

/** Sample bank statement with all kinds of lines. */
const STATEMENT = `Số tài khoản: 1018000018
Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Loại tiền;Nội dung
27/11/2026;FT900001;;1.160.089;VND;TBP2611 00532 phi thang 11
27/11/2026;FT900002;;500.000;VND;can ho C-18.07 nop phi
27/11/2026;FT900003;11.000;;VND;PHI QUAN LY TAI KHOAN
27/11/2026;FT900004;;250;USD;REMITTANCE
27/11/2026;FT900005;;1.25O.000;VND;nop phi
Cộng;;11.000;1.660.089;;`;

/** A table of figures whose rows have their names. */
const NAMED = 'main:not(:has(tbody th:empty, tbody th span:empty)) tbody tr';

/** The day on which the first level of this month's notices has gone. */
const AFTER_DUE = `${new Date().toISOString().slice(0, 8)}20`;

/** The last month that is billed. */
const BILLED = addMonths(monthOf(dayOf(new Date(), VIETNAM)), -1);

/** Services, tariffs, registrations and meter readings. */
export const fees: readonly Scene[] = [
  seen('services', 'configs-services'),
  opened('tariff', 'configs-tariffs', 'info'),
  made('tariff-new', 'configs-tariffs'),
  seen('registrations', 'register'),
  seen('readings', 'save-from-to', 'tbody input'),
  seen('usages', 'save-from-to?part=list'),
  seen('number-use', 'save-number-use', 'main'),
  seen('parking', 'parking', 'tbody tr'),
];

/** Bills, the runs that make them, and the notices. */
export const bills: readonly Scene[] = [
  opened('bill', 'bill-list?tab=owed', 'info', 'section h3'),
  seen('manual-bills', 'bill-add-manual', 'form input'),
  {
    name: 'bills-of-month',
    who: WHO,
    async play(place) {
      await open(place, `bill-list?tab=all&month=${BILLED}..${BILLED}`);
      // A phone has no room for the state of the month.
      if (place.screen === 'desk') await place.page.locator('[data-tile=change] svg').waitFor();
    },
  },
  made('bill-run-new', 'bill-add-auto'),
  {
    name: 'bill-run-unit',
    who: WHO,
    async play(place) {
      const { page } = place;
      await open(place, 'bill-add-auto?part=unit', 'main [role=combobox]');
      await page.locator('main [role=combobox]').first().fill('A-12.05');
      await page.locator('[role=option]').first().click();
      await page.locator('main tbody tr').first().waitFor();
    },
  },
  opened('template-preview', 'configs-templates', 'preview', 'iframe'),
  opened('template-revisions', 'configs-templates', 'revisions', 'ol > li'),
  seen('template-grid', 'configs-templates?part=grid', 'td button'),
  made('template-new', 'configs-templates'),
  { ...opened('report-template', 'config-templates', 'preview', 'article'), screen: 'desk' },
  made('report-template-new', 'config-templates'),
  seen('reminders', `send-invoices?part=reminders&day=${AFTER_DUE}`, NAMED),
  printed('print-notice', 'send-invoices', 'print'),
  opened('notice-revisions', 'send-invoices', 'revisions', 'dl'),
  seen('reminder-rules', 'send-invoices?part=rules'),
  made('reminder-rule-new', 'send-invoices?part=rules'),
  opened('notice-run-plan', 'send-invoices?part=runs', 'plan', 'article'),
  made('notice-run-new', 'send-invoices?part=runs'),
  opened('invoice', 'billing/invoice?tab=published', 'printed', '[data-drawn] canvas'),
  opened('invoice-info', 'billing/invoice?tab=problems', 'info', 'section h3'),
  opened('invoice-chain', 'billing/invoice?tab=changed', 'chain', 'tbody tr'),
  opened('invoice-office', 'billing/invoice?tab=problems', 'office', 'li a'),
  seen('invoice-messages', 'billing/invoice?part=messages', 'main'),
  seen('invoices', 'billing/invoice?tab=all'),
  {
    name: 'invoice-compile',
    who: WHO,
    async play(place) {
      const { page, t } = place;
      await open(place, 'billing/invoice');
      await page.getByRole('button', { name: t('invoice:compile.open') }).click();
      const asks = dialog(page);
      const [year, month] = BILLED.split('-');
      await asks.locator('input').first().fill(`${month}/${year}`);
      await asks.getByRole('button', { name: t('invoice:compile.look'), exact: true }).click();
      await asks.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'invoice-issue',
    who: WHO,
    async play(place) {
      const { page } = place;
      await opened('', 'billing/invoice?tab=drafts', 'info', 'section h3').play(place);
      await page.keyboard.press('i');
      await page.getByRole('alertdialog').locator('form').waitFor();
    },
  },
  seen('invoice-config', 'billing/invoice-config', 'form input'),
  seen('invoice-series', 'billing/invoice-config?part=series'),
  seen('invoice-items', 'billing/invoice-item'),
  seen('invoice-buyers', 'billing/invoice?part=buyers'),
  seen('sync-overview', 'fast-sync', 'main tbody tr'),
  seen('sync-receipts', 'billing/sync-receipt?tab=all'),
  opened('sync-differs', 'billing/sync-receipt?tab=outOfSync', 'compare', 'tbody tr'),
  opened('sync-run', 'fast-sync?part=runs', 'rows', 'tbody tr'),
  seen('sync-codes', 'fast-sync?part=mapping&tab=accounts'),
  {
    name: 'notice-sending',
    who: WHO,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await open(place, 'send-invoices');
      for (const nth of [0, 1])
        await page.locator('[role=row][data-index] input[type=checkbox]').nth(nth).check({ force: true });
      await page.getByRole('button', { name: t('notice-run:send.open') }).click();
      await dialog(page)
        .getByRole('button', { name: t('notice-run:plan.tab') })
        .click();
      await dialog(page).locator('iframe').waitFor();
    },
  },
  opened('notice-result', 'invoice-send-result?tab=completed&channel=EMAIL', 'text', 'p'),
  seen('notice-results', 'invoice-send-result?tab=failed'),
];

/** Money in and out, and the books. */
export const moneys: readonly Scene[] = [
  opened('receipt', 'receipt', 'print', '[data-paper=sheet] svg'),
  printed('print-receipt', 'receipt', 'print'),
  printed('print-payslip', 'payslip', 'print'),
  seen('receipt-statistics', 'statistics/receipt', 'main table'),
  seen('payslips', 'payslip'),
  opened('receipt-info', 'receipt', 'info'),
  opened('payslip', 'payslip', 'info'),
  opened('deposit', 'deposit', 'info'),
  opened('deposit-request', 'deposit-request?tab=all', 'info'),
  opened('fund-transfer', 'fund-transfer', 'info'),
  opened('notice', 'send-invoices', 'info'),
  made('deposit-request-new', 'deposit-request'),
  made('account-movement-new', 'account-movement'),
  seen('service-advances', 'service-advance-payment'),
  seen('advances', 'statistics/advance-payment', NAMED),
  {
    name: 'multi-payment',
    who: WHO,
    async play(place) {
      const { page } = place;
      await open(place, 'payment/multi-unit', 'main textarea');
      await page.locator('main textarea').fill('A-12.05\nC-18.07 500000\nA-99.99');
      await page.getByRole('button', { name: place.t('receipt:multi.look') }).click();
      await page.locator('main tbody tr').first().waitFor();
    },
  },
  seen('bank-inbox', 'bank-statement'),
  {
    name: 'statement-import',
    who: WHO,
    async play(place) {
      const { page, t } = place;
      await open(place, 'bank-statement');
      await page.getByRole('button', { name: t('bank-statement-line:take.open') }).click();
      const buffer = Buffer.from(STATEMENT);
      await page.locator('input[type=file]').setInputFiles({ name: 'vcb.csv', mimeType: 'text/csv', buffer });
      await dialog(page).getByRole('table').last().waitFor();
    },
  },
  {
    name: 'notice-printing',
    who: WHO,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await open(place, 'send-invoices');
      await page.locator('[role=row][data-index] input[type=checkbox]').first().check({ force: true });
      await page.getByRole('button', { name: t('fee-notice:printing.open') }).click();
      await dialog(page).locator('select, [role=combobox]').first().waitFor();
    },
  },
  made('fund-transfer-new', 'fund-transfer'),
  made('identity-account-new', 'identity-account'),
  made('payment-method-new', 'config-payment-method'),
  opened('payment-gateway', 'config-payment-method?part=online&tab=all', 'connection'),
  made('payment-gateway-new', 'config-payment-method?part=online'),
  opened('online-transaction', 'online-transaction?tab=done', 'story'),
  seen('online-figures', 'online-transaction?part=figures', 'tbody tr'),
  seen('operational-result', 'statistics/operational-revenue-and-expense', 'tbody tr'),
  seen('debt-comparison', 'payment/debt-comparison', NAMED),
  seen('payment', 'payment/single-unit', 'main [role=combobox]'),
  seen('cashbook', 'statistics/cashbook', 'tbody tr'),
  seen('receivables', 'statistics/receivables', 'section svg.recharts-surface'),
  seen('debt', 'statistics/debt', 'tbody tr'),
  seen('debt-desk', 'debt-tracking', NAMED),
  { ...opened('instalment-plan', 'debt-tracking?part=plans&tab=active', 'parts', 'tbody tr'), screen: 'desk' },
  seen('unit-accounts', 'statistics/apartment-account'),
  opened('journal', 'statistics/journal', 'info'),
  opened('journal-entry', 'statistics/journal', 't', 'tbody tr'),
  seen('balance-sheet', 'statistics/balance-sheet', NAMED),
  seen('trial-balance', 'statistics/balance-sheet?part=trial', 'tbody tr'),
  seen('money-on-its-way', 'config-payment-method?part=way', 'main h1, main h2'),
  seen('payment-rules', 'config-payment-method?part=rules', 'fieldset'),
  seen('voucher-categories', 'payslip?part=categories'),
  seen('books-check', 'statistics/journal?part=check', 'tbody tr'),
  seen('reconciliation', 'statistics/reconciliation', 'tbody tr'),
  seen('funds', 'configs-funds'),
  seen('bank-accounts', 'config-bank-accounts'),
  seen('accounting-sync', 'fast-sync', 'main table tbody tr'),
  seen('accounting-codes', 'fast-sync?part=mapping'),
  opened('accounting-connection', 'fast-sync?part=connections', 'secret', 'form'),
  opened('sync-receipt', 'billing/sync-receipt?tab=synced', 'compare', 'tbody tr'),
];
