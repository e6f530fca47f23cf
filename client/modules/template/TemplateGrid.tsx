import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import type { makeReadyTemplates } from '@lobby/shared/modules/template.contract.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { TEMPLATE_CHANNELS, TEMPLATE_PURPOSES } from '@lobby/shared/modules/template-words.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const gridClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  p: '4',
  '& table': { w: 'full', minW: '560px', borderCollapse: 'collapse' },
  '& :is(th, td)': { p: '2', textAlign: 'left', borderBottomWidth: '1px', borderColor: 'border' },
  '& td > div': { display: 'flex', flexWrap: 'wrap', gap: '1.5' },
  '& td :is(button, span)': {
    minH: '7',
    px: '2',
    py: '1',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    textStyle: 'xs',
    color: 'fg.muted',
  },
  '& td button': { bg: 'done.subtle', color: 'done.fg', borderColor: 'transparent' },
  '& > footer': { display: 'flex', alignItems: 'center', gap: '3', pt: '4' },
});

/** Coverage of the active templates: purposes as rows, channels as columns, languages in each cell. */
export function TemplateGrid() {
  const { t } = useTranslation(['template', 'kit']);
  const [, setParams] = useSearchParams();
  const scope = useAtomValue(scopeAtom);
  const mayWrite = useCan(template.code, 'write');
  const { busy, error: refused, code, run } = useSubmit();
  const { data, error, again } = useRows(template, {
    filter: { active: { in: ['true'] } },
    limit: 100,
    follow: template.code,
    delay: 500,
  });
  if (error && !data) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const make = () =>
    run(async () => {
      const { data: done } = await callContract<typeof makeReadyTemplates>('POST', '/template/built-in', scope);
      toast({ tone: 'done', title: t('builtIn.done', { made: done.made }) });
      await again();
    });
  const channelsOf = (purpose: string) =>
    TEMPLATE_CHANNELS.filter(templateChannel => purpose !== 'LAYOUT' || templateChannel === 'EMAIL');
  return (
    <div className={gridClass()}>
      <table>
        <caption className="sr-only">{t('grid.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fields.purpose')}</th>
            {TEMPLATE_CHANNELS.map(channel => (
              <th key={channel} scope="col">
                {t(`options.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TEMPLATE_PURPOSES.map(purpose => (
            <tr key={purpose}>
              <th scope="row">{t(`options.purpose.${purpose}`)}</th>
              {TEMPLATE_CHANNELS.map(channel => (
                <td key={channel}>
                  <div>
                    {channelsOf(purpose).includes(channel) &&
                      LANGUAGES.map(language => {
                        const at = data.find(
                          row => row.purpose === purpose && row.channel === channel && row.language === language,
                        );
                        return at ? (
                          <button
                            key={language}
                            type="button"
                            aria-label={t('grid.active', { language })}
                            onClick={() => setParams({ id: at.id })}
                          >
                            {language}
                          </button>
                        ) : (
                          <span key={language} role="img" aria-label={t('grid.missing', { language })}>
                            {language}
                          </span>
                        );
                      })}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {mayWrite && (
        <footer>
          <Button busy={busy} onClick={() => void make()}>
            {t('builtIn.make')}
          </Button>
          <Refused error={refused} code={code} />
        </footer>
      )}
    </div>
  );
}
