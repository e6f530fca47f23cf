import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { type Line, useLineName } from './lines.ts';

const STATUSES = Object.entries(handoverUnit.statuses);

interface LinesProps {
  lines: readonly Line[];
  /** Exports the figures; null without permission. */
  onExport: (() => void) | null;
}

function Take({ onExport }: Pick<LinesProps, 'onExport'>) {
  const { t } = useTranslation(handoverStatistic.name);
  return onExport && <IconButton size="sm" icon={Download} label={t('take')} onClick={onExport} />;
}

/** Chart points of lines, each linked to the list of its units. */
function usePoints(lines: readonly Line[]) {
  const { idUnitGroup = '' } = useParams();
  const nameOf = useLineName();
  return lines.map(line => ({
    key: line.key,
    label: nameOf(line),
    short: nameOf(line).replace(/^(\d\d\/\d\d)\/\d{4}$/, '$1'),
    values: line.values,
    named: line.link ? <Link to={`/projects/${idUnitGroup}/${line.link}`}>{nameOf(line)}</Link> : nameOf(line),
  }));
}

/** Cumulative handovers against the plan. */
export function Curve({ lines, onExport }: LinesProps) {
  const { t } = useTranslation(handoverStatistic.name);
  return (
    <ChartPane
      label={t('figures.handedOver')}
      title={t('figures.handedOver')}
      shape="lines"
      points={usePoints(lines)}
      series={[
        { key: 'all', label: t('values.all') },
        { key: 'plan', label: t('values.plan'), plan: true },
      ]}
      actions={<Take onExport={onExport} />}
    />
  );
}

/** Units of each block by status. */
export function StatusBars({ lines, onExport }: LinesProps) {
  const { t } = useTranslation([handoverStatistic.name, handoverUnit.name]);
  const { number } = useFormats();
  const points = usePoints(lines).map(point => ({
    ...point,
    end: `${number(point.values.HANDED_OVER ?? 0)} / ${number(point.values.count ?? 0)}`,
  }));
  return (
    <ChartPane
      label={t('charts.status')}
      title={t('charts.status')}
      shape="shares"
      pointName={t('block')}
      points={points}
      series={STATUSES.map(([status, { tone }]) => ({
        key: status,
        label: t(`${handoverUnit.name}:statuses.${status}`),
        tone,
      }))}
      actions={<Take onExport={onExport} />}
    />
  );
}

/** Items with the most defects. */
export function ItemBars({ lines, onExport }: LinesProps) {
  const { t } = useTranslation(handoverStatistic.name);
  return (
    <ChartPane
      label={t('figures.topItems')}
      title={t('figures.topItems')}
      shape="ranks"
      pointName={t('figure')}
      points={usePoints(lines)}
      series={[{ key: 'count', label: t('values.count') }]}
      actions={<Take onExport={onExport} />}
    />
  );
}
