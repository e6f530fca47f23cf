import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { tariffVersions } from '@lobby/shared/modules/tariff.contract.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { CalendarRange, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { VersionForm } from './VersionForm.tsx';

const listClass = styleClass({
  listStyle: 'none',
  '& > li': { display: 'grid', gap: '1', py: '3', borderBottomWidth: '1px', borderColor: 'border' },
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& b': { fontWeight: 'semibold' },
  '& header > i': { flex: '1' },
  '& small, & p': { color: 'fg.muted', textStyle: 'sm' },
  '& ul': { listStyle: 'none', fontFamily: 'figures', textStyle: 'sm' },
});
const headClass = styleClass({ display: 'flex', justifyContent: 'flex-end', px: '4', pt: '3', flex: 'none' });

type Placed = AnswerOf<typeof tariffVersions>[number];

/** Versions of a tariff, newest first. Versions used by bills cannot be changed. */
export function VersionsTab({ id }: { id: string }) {
  const { t } = useTranslation(['tariff-version', 'kit']);
  const mayWrite = useCan(tariff.code, 'write');
  const [dialog, setDialog] = useState<Placed | 'new' | null>(null);
  const { data, error, again } = useContract<typeof tariffVersions>('/tariff/:id/versions', {
    params: { id },
    follow: tariff.code,
    delay: 300,
  });
  if (error && !data) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows folded />;
  const current = data.find(({ state }) => state === 'CURRENT') ?? data.at(-1);
  return (
    <>
      {mayWrite && (
        <div className={headClass()}>
          <Button size="sm" look="outline" icon={Plus} onClick={() => setDialog('new')}>
            {t('actions.create')}
          </Button>
        </div>
      )}
      {data.length === 0 ? (
        <Empty icon={CalendarRange} title={t('empty.title')}>
          {t('empty.text')}
        </Empty>
      ) : (
        <DetailBody>
          <ol className={listClass()} reversed>
            {data.map(version => (
              <VersionLine
                key={version.id}
                own={version}
                onEdit={mayWrite && !version.used ? () => setDialog(version) : undefined}
              />
            ))}
          </ol>
        </DetailBody>
      )}
      {dialog !== null && (
        <VersionForm
          tariffId={id}
          {...(dialog === 'new' ? { current } : { doc: dialog })}
          onClose={() => {
            setDialog(null);
            void again();
          }}
        />
      )}
    </>
  );
}

const TONES = { FUTURE: 'waiting', CURRENT: 'done', PAST: 'ended' } as const;

function VersionLine({ own: version, onEdit }: { own: Placed; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation([tariffVersion.name, 'kit']);
  const { day, money, number, percent: rate } = useFormats();
  const percent = (value: number | null) => rate(value ?? 0);
  const to = (value: number | null | undefined) =>
    value == null ? t('line.above') : t('line.to', { to: number(value) });
  return (
    <li>
      <header>
        <b>{t('line.from', { number: version.number, day: day(version.effectiveFrom) })}</b>
        <Status tone={TONES[version.state]}>{t(`states.${version.state}`)}</Status>
        {version.used && <small>{t('states.USED')}</small>}
        <i />
        {onEdit && (
          <Button size="sm" icon={Pencil} onClick={onEdit}>
            {t('kit:detail.edit')}
          </Button>
        )}
      </header>
      <small>
        {t(`options.pricing.${version.pricing}`)}
        {version.pricing === 'FORMULA' &&
          version.formulaType &&
          ` · ${t(`options.formulaType.${version.formulaType}`)}`}
        {version.vatKind === 'RATE'
          ? ` · ${t('fields.vat')} ${percent(version.vat)}`
          : ` · ${t(`options.vatKind.${version.vatKind}`)}`}
        {version.vatIncluded && ` · ${t('fields.vatIncluded')}`}
        {Boolean(version.surchargeTax) && ` · ${t('fields.surchargeTax')} ${percent(version.surchargeTax)}`}
      </small>
      <ul>
        {version.pricing === 'UNIT_PRICE' && <li>{money(version.unitPrice ?? 0)}</li>}
        {version.pricing === 'PRICE_LIST' &&
          version.priceList.map(({ key, price }) => (
            <li key={key}>
              {key}: {money(price ?? 0)}
            </li>
          ))}
        {version.pricing === 'FORMULA' &&
          (version.formulaType === 'PERCENT'
            ? version.parts.map(({ percent: part, price }) => (
                <li key={`${part} ${price}`}>
                  {percent(part ?? 0)} × {money(price ?? 0)}
                </li>
              ))
            : version.tiers.map(({ to: upTo, price }) => (
                <li key={`${upTo}`}>
                  {to(upTo)}: {money(price ?? 0)}
                </li>
              )))}
      </ul>
      {version.source && <p>{version.source}</p>}
    </li>
  );
}
