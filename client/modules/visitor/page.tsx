import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { MonitorPlay } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../kit/ui/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { useFlowTab, useStepWording } from '../approval-flow/index.ts';
import { PassTab } from './PassTab.tsx';
import { VISITOR_FORM } from './visitor-form.tsx';

const WIDTHS = { code: 144, name: 200, phone: 116, unitId: 92, guestType: 148, expectedInAt: 160, actualInAt: 160 };
const HIDDEN = [
  ...['inviterId', 'companions', 'purpose', 'plate', 'expectedOutAt', 'actualOutAt', 'cardId', 'passUse'],
  ...['visitedCount', 'relationship', 'residentAnswer', 'blocked', 'overstay', 'overnight', 'createdAt'],
];
const GUEST_WIDTHS = { name: 200, kind: 128, relationship: 128, visitedCount: 96, insideNow: 112, blocked: 132 };
const GUEST_FORM = pairedForm(
  [
    ...['name', 'unitId', 'phone', 'identifier', 'kind', 'relationship', 'contactId', 'vehicleType', 'plate'],
    ...['blocked', 'blockedReason'],
  ],
  ['note', 'staffNote'],
);

/** Visits and familiar guests; the screen of the desk opens from here. */
export function Component() {
  const { t } = useTranslation(['visitor', 'guest']);
  const navigate = useNavigate();
  const flowTab = useFlowTab(visitor.name);
  const wording = useStepWording();
  return (
    <ScreenParts
      label={t('visitor:plural')}
      parts={[
        {
          value: 'visits',
          label: t('visitor:plural'),
          content: (
            <RecordsPage
              definition={visitor}
              widths={WIDTHS}
              hidden={HIDDEN}
              form={VISITOR_FORM}
              detail={{
                wording,
                extraTabs: id => [
                  { value: 'pass', label: t('visitor:pass.tab'), content: <PassTab id={id} /> },
                  ...flowTab(id),
                ],
              }}
              headExtras={
                <Button size="sm" icon={MonitorPlay} onClick={() => navigate('reception')}>
                  {t('visitor:reception.open')}
                </Button>
              }
            />
          ),
        },
        {
          value: 'guests',
          label: t('guest:plural'),
          content: <RecordsPage definition={guest} widths={GUEST_WIDTHS} form={GUEST_FORM} />,
        },
      ]}
    />
  );
}
