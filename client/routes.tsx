import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { PrintArea } from './app/areas/PrintArea.tsx';
import { ProjectArea } from './app/areas/ProjectArea.tsx';
import { ProjectRedirect } from './app/areas/ProjectRedirect.tsx';
import { RequirePermission } from './app/areas/RequirePermission.tsx';
import { RouteError } from './app/areas/RouteError.tsx';
import { SignedIn } from './app/areas/SignedIn.tsx';
import { SignIn } from './app/areas/SignIn.tsx';
import { SuspenseOutlet } from './app/areas/SuspenseOutlet.tsx';
import { HomeSkeleton } from './app/HomeSkeleton.tsx';
import { olderRoutes } from './app/older-routes.tsx';
import { lazyPart } from './kit/ui/layout/lazy-part.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';

const Home = lazyPart(async () => (await import('./app/Home.tsx')).Home, HomeSkeleton);

const toStart = () => location.assign('/');

const screen = (path: string, module: string, lazy: NonNullable<RouteObject['lazy']>, or = module): RouteObject => ({
  path,
  element: <RequirePermission module={module} or={or} />,
  children: [{ index: true, lazy }],
});

const screens: RouteObject[] = [
  { index: true, element: <Home /> },
  screen('units', 'UNIT', () => import('./modules/unit/page.tsx')),
  screen('members', 'MEMBER', () => import('./modules/resident/page.tsx')),
  screen('documents', 'DOCUMENT', () => import('./modules/document/page.tsx')),
  screen('rental-contract', 'RENTAL_CONTRACT', () => import('./modules/rental-contract/page.tsx')),
  screen('save-from-to', 'USAGE', () => import('./modules/usage/page.tsx')),
  screen('save-number-use', 'USAGE', () => import('./modules/usage/page.tsx')),
  screen('parking', 'USAGE', () => import('./modules/billing-service/parking/page.tsx')),
  screen('register', 'BILLING_SERVICE', () => import('./modules/billing-service/registration/page.tsx')),
  screen('bill-add-auto', 'BILL', () => import('./modules/bill/run/page.tsx')),
  screen('bill-add-manual', 'BILL', () => import('./modules/bill/manual/page.tsx')),
  screen('bill-list', 'BILL', () => import('./modules/bill/page.tsx')),
  screen('send-invoices', 'FEE_NOTICE', () => import('./modules/fee-notice/page.tsx')),
  screen('invoice-send-result', 'FEE_NOTICE', () => import('./modules/fee-notice/sending/results/page.tsx')),
  screen('outbox', 'FEE_NOTICE', () => import('./platform/notifications/outbox/page.tsx'), 'ANNOUNCEMENT'),
  screen('payment/single-unit', 'PAYMENT', () => import('./modules/payment/single-unit.tsx')),
  screen('receipt', 'RECEIPT', () => import('./modules/receipt/page.tsx')),
  screen('approval-request', 'APPROVAL_REQUEST', () => import('./modules/approval-request/page.tsx')),
  screen('payslip', 'PAYSLIP', () => import('./modules/payslip/page.tsx')),
  screen('deposit', 'DEPOSIT', () => import('./modules/deposit/page.tsx')),
  screen('deposit-request', 'DEPOSIT', () => import('./modules/deposit/requests.tsx')),
  screen('debt-tracking', 'DEBT_TRACKING', () => import('./modules/debt-tracking/page.tsx')),
  screen('payment/multi-unit', 'PAYMENT', () => import('./modules/payment/multi-unit.tsx')),
  screen('bank-statement', 'BANK_STATEMENT', () => import('./modules/bank-statement/page.tsx')),
  screen('online-transaction', 'ONLINE_TRANSACTION', () => import('./modules/online-transaction/page.tsx')),
  screen('fund-transfer', 'FUND', () => import('./modules/fund/transfers.tsx')),
  screen('identity-account', 'BILLING_CONFIG', () => import('./modules/payment/identity.tsx')),
  screen('config-payment-method', 'BILLING_CONFIG', () => import('./modules/payment-method/page.tsx')),
  screen('payment/debt-comparison', 'DEBT_COMPARISON', () => import('./modules/debt-comparison/page.tsx')),
  screen(
    'statistics/operational-revenue-and-expense',
    'BALANCE_SHEET',
    () => import('./modules/financial-reports/result.tsx'),
  ),
  screen('account-movement', 'UNIT_ACCOUNT', () => import('./modules/unit-account/page.tsx')),
  screen('service-advance-payment', 'UNIT_ACCOUNT', () => import('./modules/unit-account/advances.tsx')),
  screen('statistics/advance-payment', 'ADVANCE_REPORT', () => import('./modules/unit-account/report.tsx')),
  screen('budgets', 'BUDGET', () => import('./modules/budget/page.tsx')),
  screen('statistics/receipt', 'RECEIPT', () => import('./modules/receipt/statistics.tsx')),
  screen('statistics/cashbook', 'CASHBOOK', () => import('./modules/financial-reports/cashbook.tsx')),
  screen('statistics/debt', 'RECEIVABLE_REPORT', () => import('./modules/financial-reports/debt.tsx')),
  screen('statistics/receivables', 'RECEIVABLE_REPORT', () => import('./modules/ledger/receivables.tsx')),
  screen('statistics/balance-sheet', 'BALANCE_SHEET', () => import('./modules/ledger/sheet.tsx')),
  screen('statistics/apartment-account', 'UNIT_ACCOUNT', () => import('./modules/ledger/unit-accounts.tsx')),
  screen('statistics/journal', 'BALANCE_SHEET', () => import('./modules/ledger/page.tsx')),
  screen('configs-services', 'BILLING_SERVICE', () => import('./modules/billing-service/page.tsx')),
  screen('configs-tariffs', 'TARIFF', () => import('./modules/tariff/page.tsx')),
  screen('configs-funds', 'FUND', () => import('./modules/fund/page.tsx')),
  screen('config-bank-accounts', 'BILLING_CONFIG', () => import('./modules/bank-account/page.tsx')),
  screen('billing/invoice', 'E_INVOICE', () => import('./modules/invoice/page.tsx')),
  screen('billing/invoice-config', 'E_INVOICE', () => import('./modules/invoice/config.tsx')),
  screen('billing/invoice-item', 'E_INVOICE', () => import('./modules/invoice/items.tsx')),
  screen('billing/sync-receipt', 'ACCOUNTING', () => import('./modules/accounting-sync/receipts.tsx')),
  screen('fast-sync', 'ACCOUNTING', () => import('./modules/accounting-sync/page.tsx')),
  screen('configs-data-lock-date', 'LOCK_DATE', () => import('./modules/lock-date/page.tsx')),
  screen('help-desk', 'HELP_DESK', () => import('./modules/ticket/page.tsx')),
  screen('member-communicate', 'MEMBER_COMMUNICATE', () => import('./modules/room/page.tsx')),
  screen('announcement', 'ANNOUNCEMENT', () => import('./modules/announcement/page.tsx')),
  screen('news', 'NEWS', () => import('./modules/news/page.tsx')),
  screen('news/write', 'NEWS', () => import('./modules/news/editor.tsx')),
  screen('polls', 'POLL', () => import('./modules/poll/page.tsx')),
  screen('amenities-orders', 'AMENITIES_ORDERS', () => import('./modules/utility-booking/page.tsx')),
  screen('amenities-merchant-orders', 'MERCHANT_ORDER', () => import('./modules/merchant-order/page.tsx')),
  screen('configs-amenities', 'AMENITY', () => import('./modules/utility/page.tsx')),
  screen('access-management', 'ACCESS_MANAGEMENT', () => import('./modules/visitor/page.tsx')),
  screen(
    'inventory-transfer-management',
    'INVENTORY_TRANSFER_MANAGEMENT',
    () => import('./modules/elevator-reservation/page.tsx'),
  ),
  screen(
    'construction-management',
    'CONSTRUCTION_MANAGEMENT',
    () => import('./modules/construction-registration/page.tsx'),
  ),
  screen(
    'card-registration-management',
    'CARD_REGISTRATION_MANAGEMENT',
    () => import('./modules/card/registration/page.tsx'),
  ),
  screen(
    'card-registration-form',
    'CARD_REGISTRATION_MANAGEMENT',
    () => import('./modules/card/registration/form-page.tsx'),
  ),
  screen('approval-flow-config', 'APPROVAL_FLOW', () => import('./modules/approval-flow/page.tsx')),
  screen('receive-package-management', 'PARCEL', () => import('./modules/parcel/page.tsx')),
  screen('shift-log', 'SHIFT_LOG', () => import('./modules/shift-log/page.tsx')),
  screen('card-warehouse', 'CARD', () => import('./modules/card/page.tsx')),
  screen('task', 'TASK', () => import('./modules/task/page.tsx')),
  screen('configs-helpdesk-type', 'HELP_DESK_TYPE', () => import('./modules/ticket/types.tsx')),
  screen('statistics/reconciliation', 'RECONCILIATION', () => import('./modules/reconciliation/page.tsx')),
  screen('configs-templates', 'TEMPLATE', () => import('./modules/template/page.tsx')),
  screen('config-templates', 'TEMPLATE', () => import('./modules/template/papers.tsx')),
  screen('configs-labels', 'LABEL', () => import('./modules/label/page.tsx')),
  screen('configs-projects', 'UNIT_GROUP', () => import('./platform/projects/page.tsx'), 'HOTLINE'),
  screen('configs-location', 'LOCATION', () => import('./modules/location/page.tsx')),
  screen('configs-work-schedules', 'WORK_SCHEDULE', () => import('./modules/work-schedule/page.tsx')),
  screen('configs-authorization', 'AUTHORIZATION', () => import('./modules/staff/permissions/page.tsx')),
  screen('staffs', 'EMPLOYEE', () => import('./modules/staff/page.tsx')),
  screen('dashboard', 'DASHBOARD', () => import('./platform/dashboard/page.tsx'), 'REPORT'),
  screen('report', 'REPORT', () => import('./modules/report/page.tsx')),
  screen('report-schedule', 'REPORT', () => import('./modules/report-schedule/page.tsx')),
  screen('report/new', 'REPORT', () => import('./modules/report/edit.tsx')),
  screen('report/:reportId', 'REPORT', () => import('./modules/report/result.tsx')),
  screen('report/:reportId/edit', 'REPORT', () => import('./modules/report/edit.tsx')),
  screen('supplies', 'SUPPLY', () => import('./modules/supply/page.tsx')),
  screen('asset', 'ASSET', () => import('./modules/asset/page.tsx')),
  screen('technical-management', 'TECHNICAL_SYSTEM', () => import('./modules/technical-system/page.tsx')),
  screen('maintenance-schedule', 'MAINTENANCE', () => import('./modules/maintenance/page.tsx')),
  screen('config-maintenance-plan', 'MAINTENANCE', () => import('./modules/maintenance/plans/page.tsx')),
  screen('conference', 'CONFERENCE', () => import('./modules/conference/page.tsx')),
  screen('conference-unit', 'CONFERENCE', () => import('./modules/conference/units.tsx')),
  screen('handover/data-configuration', 'HANDOVER', () => import('./modules/handover-unit/data.tsx')),
  screen('handover/statistic', 'HANDOVER', () => import('./modules/handover-statistic/page.tsx')),
  screen('handover/schedule', 'HANDOVER', () => import('./modules/handover-unit/schedule.tsx')),
  screen('handover/unit-property-item-defect', 'HANDOVER', () => import('./modules/handover-unit/defects.tsx')),
  screen('handover/unit', 'HANDOVER', () => import('./modules/handover-unit/units.tsx')),
  screen('partner', 'PARTNER', () => import('./modules/partner/page.tsx')),
  { path: 'statistics', lazy: () => import('./platform/statistics/page.tsx') },
  { path: 'statistics/:noun', lazy: () => import('./platform/statistics/page.tsx') },
  { path: 'notifications', lazy: () => import('./platform/notifications/page.tsx') },
  { path: 'guide/*', lazy: () => import('./platform/guide/page.tsx') },
  { path: 'whats-new', lazy: () => import('./platform/whats-new/page.tsx') },
  screen('activity', 'ACTIVITY', () => import('./platform/activity/page.tsx')),
];

/** Pages that stand on paper, without the shell. */
const printed: RouteObject[] = [
  screen('units/:sheet', 'UNIT', () => import('./modules/unit/print/page.tsx')),
  screen('fee-notice/:noticeId', 'FEE_NOTICE', () => import('./modules/fee-notice/print.tsx')),
  screen('receipt/:receiptId', 'RECEIPT', () => import('./modules/receipt/print.tsx')),
  screen('payslip/:payslipId', 'PAYSLIP', () => import('./modules/receipt/print.tsx')),
  screen('works', 'CONSTRUCTION_MANAGEMENT', () => import('./modules/construction-registration/print.tsx')),
  screen('card-form', 'CARD_REGISTRATION_MANAGEMENT', () => import('./modules/card/registration/print.tsx')),
  screen('moves', 'INVENTORY_TRANSFER_MANAGEMENT', () => import('./modules/elevator-reservation/print.tsx')),
  screen('cards', 'CARD', () => import('./modules/card/print.tsx')),
  screen('parcels', 'PARCEL', () => import('./modules/parcel/print.tsx')),
  screen('poll/:pollId', 'POLL', () => import('./modules/poll/print.tsx')),
  screen('tasks', 'TASK', () => import('./modules/task/print.tsx')),
  screen('evacuation', 'ACCESS_MANAGEMENT', () => import('./modules/visitor/evacuation.tsx')),
  screen('rental-contract/:contractId', 'RENTAL_CONTRACT', () => import('./modules/rental-contract/print/page.tsx')),
];

const lost: RouteObject = { path: '*', element: <ErrorPage inside code={404} onHome={toStart} /> };

/** Asks for the script of the screen that an address names while it is still being found out who is signed in. */
export function preloadScreen(address: string): void {
  const path = address.split('/').slice(3).join('/');
  const lazy = screens.find(candidate => candidate.path === path)?.children?.[0]?.lazy;
  // The router asks again, and says what went wrong.
  if (typeof lazy === 'function') void lazy().catch(() => {});
}

/** Every path of the client. */
export function router(failure: Error | null) {
  if (failure) return createBrowserRouter([{ path: '*', element: <ErrorPage code={500} onHome={toStart} /> }]);
  return createBrowserRouter([
    {
      errorElement: <RouteError />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/login', element: <SignIn /> },
        {
          element: <SuspenseOutlet />,
          children: [
            { path: '/register', lazy: () => import('./platform/accounts/register.tsx') },
            { path: '/register/confirm', lazy: () => import('./platform/accounts/confirm.tsx') },
            { path: '/email/confirm', lazy: () => import('./platform/accounts/confirm-address.tsx') },
            { path: '/password/forgot', lazy: () => import('./platform/accounts/forgot.tsx') },
            { path: '/password/set-new-password', lazy: () => import('./platform/accounts/set-password.tsx') },
            { path: '/policy', lazy: () => import('./platform/accounts/policy.tsx') },
            ...['/staff-profile-preferences', '/member-profile-preferences'].map(path => ({
              path,
              lazy: () => import('./platform/accounts/preferences.tsx'),
            })),
            { path: '/emails/unsubscribe', lazy: () => import('./platform/accounts/unsubscribe.tsx') },
          ],
        },
        {
          element: <SignedIn />,
          children: [
            { path: '/', element: <Navigate to="/direction" replace /> },
            { path: '/direction', element: <ProjectRedirect /> },
            {
              element: <SuspenseOutlet />,
              children: [{ path: '/profile', lazy: () => import('./platform/accounts/profile.tsx') }],
            },
            { path: '/print', element: <Navigate to="/direction" replace /> },
            { path: '/print/:idUnitGroup', element: <PrintArea />, children: printed },
            {
              path: '/projects/:idUnitGroup',
              element: <PrintArea />,
              children: [
                screen(
                  'access-management/reception',
                  'ACCESS_MANAGEMENT',
                  () => import('./modules/visitor/desk/Reception.tsx'),
                ),
              ],
            },
            { path: '/projects', element: <Navigate to="/direction" replace /> },
            {
              path: '/projects/:idUnitGroup',
              element: <ProjectArea />,
              // A screen that breaks leaves the menu standing.
              children: [
                { errorElement: <RouteError inside />, children: [...screens, ...olderRoutes(screens), lost] },
              ],
            },
          ],
        },
        { path: '*', element: <ErrorPage code={404} onHome={toStart} /> },
      ],
    },
  ]);
}
