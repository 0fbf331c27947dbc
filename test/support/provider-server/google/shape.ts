import { z } from "zod";

const object = z.record(z.string(), z.unknown());
const named = { id: z.string().optional(), name: z.string() };

const part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z.strictObject({ ...named, args: object.optional() }).optional(),
  functionResponse: z.strictObject({ ...named, response: object }).optional(),
});

const content = z.strictObject({ role: z.string().optional(), parts: z.array(part).optional() });

const declaration = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.looseObject({}).optional(),
  parametersJsonSchema: z.unknown().optional(),
});

/** A request to `:generateContent`, as far as Huddle has use for it. It takes no field it does not know. */
export const generateRequest = z.strictObject({
  contents: z.array(content).optional(),
  systemInstruction: content.optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(declaration).optional() })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(["AUTO", "ANY", "NONE", "VALIDATED"]).optional(),
          allowedFunctionNames: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.int().positive().optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      seed: z.int().optional(),
      stopSequences: z.array(z.string()).optional(),
      candidateCount: z.int().optional(),
      responseMimeType: z.string().optional(),
      responseSchema: z.unknown().optional(),
      thinkingConfig: z
        .strictObject({
          thinkingBudget: z.int().optional(),
          thinkingLevel: z.string().optional(),
          includeThoughts: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.looseObject({})).optional(),
  cachedContent: z.string().optional(),
});
export type GenerateRequest = z.infer<typeof generateRequest>;
export type Content = z.infer<typeof content>;
export type Part = z.infer<typeof part>;

export const partsOf = ({ parts = [] }: Content): readonly Part[] => parts;
