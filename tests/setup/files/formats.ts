import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

const FORMATS = new URL('../../../server/modules/invoice/message/formats.xsd', import.meta.url);

/** Validates messages to the tax office against the published schema; returns the errors. */
export async function faultsInFormat(messages: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: messages.map((contents, n) => ({ fileName: `message-${n}.xml`, contents })),
    schema: { fileName: 'formats.xsd', contents: readFileSync(FORMATS, 'utf8') },
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
