import type { z } from 'zod';

export type Schema = z.core.JSONSchema.JSONSchema;
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  'x-permission'?: { module: string; anyOf: string[] };
}
/** The description of the API, as far as tests read it. */
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
