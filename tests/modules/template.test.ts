import { template, templateVersion } from '@lobby/shared/modules/template.ts';
import { fillVariables, variableFault } from '@lobby/shared/modules/template-variables.ts';
import { describe, expect, it } from 'vitest';
import { refusal } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

const WORDS = { kind: 'NORMAL', channel: 'EMAIL', language: 'vi', subject: '{{unit}}', content: 'Dear {{payer}}' };

describe('the words of a template', () => {
  it('name variables of a closed list, and tell where one is none', () => {
    expect(variableFault('Dear {{payer}},\n{{ owed }}')).toBeNull();
    expect(variableFault('Dear {{payer}},\npay {{owd}}')).toEqual({ name: 'owd', line: 2, column: 5 });
    expect(variableFault('{{owed}')).toEqual({ name: '{{owed', line: 1, column: 1 });
    expect(variableFault('owed}}')).toMatchObject({ line: 1, column: 5 });
    expect(variableFault('{{__proto__}}')).toMatchObject({ name: '__proto__' });
    // What a value says is never read as a variable.
    expect(fillVariables('{{payer}} {{unit}}', { payer: '{{unit}}', unit: 'A' })).toBe('{{unit}} A');
  });

  it('are refused at their place, and a mail needs a subject', async () => {
    const { ann } = await makeSite(server.url, 'Wrong words');
    const wrong = await ann.post(template.path, { name: 'A', ...WORDS, content: 'Pay\n{{sum}}' });
    expect(refusal(wrong)).toEqual([400, 'VALIDATION_FAILED', 'content']);
    expect(wrong.error.data?.fields?.content?.message).toContain('sum');
    const bare = await ann.post(template.path, { name: 'A', ...WORDS, subject: null });
    expect(bare.error.data?.fields?.subject?.code).toBe('REQUIRED');
  });
});

describe('a template', () => {
  it('takes the place of the one in use, also where two come to it at once', async () => {
    const { ann } = await makeSite(server.url, 'In use');
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map(async name => (await ann.post<Row>(template.path, { name, ...WORDS })).data.id),
    );
    await Promise.all(made.map(id => ann.put(`${template.path}/${id}/use`, {})));
    const used = await ann.get<Row[]>(`${template.path}?filter[status][]=IN_USE`);
    expect(used.data).toHaveLength(1);
    const [one] = used.data;
    expect((await ann.put(`${template.path}/${one?.id}`, { version: one?.version, channel: 'SMS' })).status).toBe(409);
  });

  it('keeps its versions, and takes one back as a new one', async () => {
    const { ann } = await makeSite(server.url, 'Versions');
    const { data: made } = await ann.post<Row>(template.path, { name: 'One', ...WORDS });
    const at = `${template.path}/${made.id}`;
    const { data: changed } = await ann.put<Row>(at, { version: 1, content: 'Hello {{payer}}' });
    expect(changed.edition).toBe(2);
    const { data: renamed } = await ann.put<Row>(at, { version: changed.version, name: 'Another' });
    expect(renamed.edition).toBe(2);
    const again = await ann.put<Row>(`${at}/restore-version`, { version: renamed.version, edition: 1 });
    expect(again.data).toMatchObject({ edition: 3, content: 'Dear {{payer}}' });
    const { data: all } = await ann.get<Row[]>(`${templateVersion.path}?filter[templateId][]=${made.id}`);
    expect(all.map(({ edition, restored }) => [edition, restored])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    const newest = await ann.put(`${at}/restore-version`, { version: again.data.version, edition: 3 });
    expect(refusal(newest)[1]).toBe('TEMPLATE_VERSION_IS_NEWEST');
  });
});
