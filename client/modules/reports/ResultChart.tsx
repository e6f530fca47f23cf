import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const chartClass = styleClass({
  m: '0',
  px: '4',
  pb: '3',
  '& ol': {
    display: 'flex',
    alignItems: 'end',
    gap: '2',
    h: '140px',
    listStyle: 'none',
    m: '0',
    p: '0',
    overflowX: 'auto',
  },
  '& li': { display: 'flex', alignItems: 'end', gap: '1px', flex: '1 0 28px', h: 'full' },
  '& i': { flex: '1', minH: '1px', borderTopRadius: 'sm', bg: 'accent.solid' },
  '& i[data-out]': { bg: 'fg.muted' },
  '& figcaption': { display: 'flex', gap: '4', textStyle: 'xs', color: 'fg.muted', pt: '2' },
  '& b': { display: 'inline-block', w: '3', h: '3', me: '1.5', borderRadius: 'sm', bg: 'accent.solid' },
  '& b[data-out]': { bg: 'fg.muted' },
});

interface ResultChartProps {
  months: readonly string[];
  earned: readonly number[];
  spent: readonly number[];
}

/** Earned beside spent, month by month; the tables below say the same in figures. */
export function ResultChart({ months, earned, spent }: ResultChartProps) {
  const { t } = useTranslation('books');
  const { money } = useFormats();
  const most = Math.max(1, ...earned, ...spent);
  const height = (amount: number) => ({ height: `${Math.max(0, Math.round((amount / most) * 100))}%` });
  return (
    <figure className={chartClass()}>
      <ol aria-label={t('result.title')}>
        {months.map((month, n) => {
          const [income, expense] = [earned[n] ?? 0, spent[n] ?? 0];
          const said = `${month}: ${t('result.in')} ${money(income)}, ${t('result.out')} ${money(expense)}`;
          return (
            <li key={month} title={said} aria-label={said}>
              <i style={height(income)} />
              <i data-out="" style={height(expense)} />
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>
          <b />
          {t('result.in')}
        </span>
        <span>
          <b data-out="" />
          {t('result.out')}
        </span>
      </figcaption>
    </figure>
  );
}
