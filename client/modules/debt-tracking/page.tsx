import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CalendarPart } from './CalendarPart.tsx';
import { DeskPart } from './DeskPart.tsx';
import { DISPUTE_FORM, PLAN_FORM, PROMISE_FORM, WRITE_OFF_FORM } from './forms.ts';
import { PartsTab } from './PartsTab.tsx';

const PROMISE_WIDTHS = { code: 150, unitId: 100, amount: 132, promisedOn: 124, received: 132, note: 320, status: 132 };
const DISPUTE_WIDTHS = { code: 150, unitId: 100, billIds: 220, reason: 240, status: 132 };
const PLAN_WIDTHS = { code: 150, unitId: 100, total: 132, received: 132, billIds: 220, status: 132 };
const WRITE_OFF_WIDTHS = {
  code: 150,
  unitId: 100,
  amount: 132,
  reason: 240,
  accountingDate: 124,
  billId: 160,
  serviceId: 160,
  status: 132,
};
const CONTACT_WIDTHS = { unitId: 100, note: 320, at: 150 };

/** Debt collection: desk, promises, disputes, plans and write-offs. */
export function Component() {
  const { t } = useTranslation(['debt-promise', 'debt-dispute', 'instalment-plan', 'write-off', 'debt-contact']);
  return (
    <ScreenParts
      label={t('desk.title')}
      parts={[
        { value: 'desk', label: t('desk.tab'), content: <DeskPart /> },
        {
          value: 'promises',
          label: t('plural'),
          content: <RecordsPage definition={debtPromise} widths={PROMISE_WIDTHS} form={PROMISE_FORM} />,
        },
        {
          value: 'disputes',
          label: t('debt-dispute:plural'),
          content: <RecordsPage definition={debtDispute} widths={DISPUTE_WIDTHS} form={DISPUTE_FORM} />,
        },
        {
          value: 'plans',
          label: t('instalment-plan:plural'),
          content: (
            <RecordsPage
              definition={instalmentPlan}
              widths={PLAN_WIDTHS}
              form={PLAN_FORM}
              detail={{
                extraTabs: id => [
                  { value: 'parts', label: t('instalment-plan:fields.parts'), content: <PartsTab id={id} /> },
                ],
              }}
            />
          ),
        },
        { value: 'calendar', label: t('desk.calendar'), content: <CalendarPart /> },
        {
          value: 'writeOffs',
          label: t('write-off:plural'),
          content: <RecordsPage definition={writeOff} widths={WRITE_OFF_WIDTHS} form={WRITE_OFF_FORM} />,
        },
        {
          value: 'contacts',
          label: t('debt-contact:plural'),
          content: <RecordsPage definition={debtContact} widths={CONTACT_WIDTHS} />,
        },
      ]}
    />
  );
}
