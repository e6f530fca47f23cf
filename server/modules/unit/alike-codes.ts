import { joinedCode } from '@lobby/shared/kit/text-search.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { oncePerImport } from '../../kit/records/behaviour.ts';
import type { RequestOf } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';

const loadCodes = async ({ projectId }: Ctx): Promise<Map<string, string[]>> => {
  const docs = await records(unit).find({ projectId }, {}, { only: ['code'] });
  return Map.groupBy(
    docs.map(({ code }) => code),
    joinedCode,
  );
};

/** Similar code before each row of an import: of the project, or of an earlier row. */
const codesOfFile = oncePerImport(async (ctx, rows) => {
  const codes = await loadCodes(ctx);
  const before = new Map<unknown, string | undefined>();
  for (const { values } of rows) {
    const code = String(values.code);
    const alike = codes.get(joinedCode(code)) ?? [];
    before.set(code, otherOf(alike, code));
    codes.set(joinedCode(code), [...alike, code]);
  }
  return before;
});

const otherOf = (codes: readonly string[], code: string) =>
  codes.find(other => other.toLowerCase() !== code.toLowerCase());

/** Refuses a code like `A1205` beside `A-12.05`, unless it is confirmed that these are two units. */
export async function assertCodeDistinct(ctx: Ctx, request: RequestOf<typeof unit>): Promise<void> {
  const { kind, values, doc } = request;
  const code = values.code;
  if (typeof code !== 'string' || code === doc?.code || (values.codeAlike ?? doc?.codeAlike)) return;
  const other =
    kind === 'import'
      ? (await codesOfFile(ctx, request.rows)).get(code)
      : otherOf(
          ((await loadCodes(ctx)).get(joinedCode(code)) ?? []).filter(alike => alike !== doc?.code),
          code,
        );
  if (other) failFields({ code: { code: 'UNIT_CODE_ALIKE', params: { code: other } } }, 'UNIT_CODE_ALIKE');
}
