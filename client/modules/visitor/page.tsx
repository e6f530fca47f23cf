import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { MonitorPlay } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { today } from '../../kit/ui/today.ts';
import { PassView } from './pass/PassView.tsx';
import { aYear, useVisitDetail } from './visit-detail.tsx';
import { VISITOR_FORM } from './visitor-form.tsx';

const WIDTHS = { code: 144, name: 200, phone: 116, unitId: 92, guestType: 148, expectedInAt: 160, actualInAt: 160 };
const GUEST_WIDTHS = { name: 200, kind: 128, relationship: 128, visitedCount: 96, insideNow: 112, blocked: 132 };
const GUEST_FORM = pairedForm(
  [
    'name',
    'unitId',
    'phone',
    'identifier',
    'kind',
    'relationship',
    'contactId',
    'vehicleType',
    'plate',
    'blocked',
    'blockedReason',
  ],
  ['idImages', 'faceImage', 'note', 'staffNote'],
);

const WATCH_WIDTHS = { name: 200, level: 128, unitId: 112, validTo: 112, matchCount: 96 };
const WATCH_FORM = pairedForm(
  ['level', 'name', 'phone', 'identifier', 'plate', 'unitId', 'validTo'],
  ['reason', 'photo'],
);

const PASS_WIDTHS = { name: 200, unitId: 92, subject: 128, uses: 112, lastUsedAt: 160, status: 128 };
const PASS_FORM = pairedForm(['visitorId', 'guestId', 'validFrom', 'validTo', 'fromTime', 'toTime'], ['weekdays']);

const PassCardTab = ({ id }: { id: string }) => (
  <DetailBody>
    <PassView id={id} />
  </DetailBody>
);

/** Visits, frequent guests, passes and the watch list; opens the reception screen. */
export function Component() {
  const { t } = useTranslation(['visitor', 'guest', 'visitor-pass', 'watch-entry']);
  const navigate = useNavigate();
  const detail = useVisitDetail();
  const mayWatch = useCan(watchEntry.code, 'read');
  const watchForm = { ...WATCH_FORM, defaults: aYear() };
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
              form={VISITOR_FORM}
              detail={detail}
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
        {
          value: 'passes',
          label: t('visitor-pass:plural'),
          content: (
            <RecordsPage
              definition={visitorPass}
              widths={PASS_WIDTHS}
              form={{ ...PASS_FORM, defaults: { validFrom: today() } }}
              detail={{
                extraTabs: id => [{ value: 'pass', label: t('visitor:pass.tab'), content: <PassCardTab id={id} /> }],
              }}
            />
          ),
        },
        ...(mayWatch
          ? [
              {
                value: 'watchlist',
                label: t('watch-entry:plural'),
                content: <RecordsPage definition={watchEntry} widths={WATCH_WIDTHS} form={watchForm} />,
              },
            ]
          : []),
      ]}
    />
  );
}
