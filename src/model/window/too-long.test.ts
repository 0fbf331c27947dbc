import { describe, expect, test } from "vitest";
import { type Refusal, tooLong } from "./too-long.ts";

/** Sentences of real servers: who, status, the window it names, type and code, words. */
const sentences = String.raw`
OpenAI | 400 | 128000 | context_length_exceeded | This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens. Please reduce the length of the messages.
OpenAI, in a stream | - | - | context_length_exceeded | Your input exceeds the context window of this model. Please adjust your input and try again.
OpenAI, configured | 400 | 272000 | - | Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens. Please reduce the length of the messages.
OpenAI, larger than a minute | 429 | 30000 | - | Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40000. The input or output tokens must be reduced in order to run successfully.
Azure | 400 | 4096 | - | This model's maximum context length is 4096 tokens, however you requested 5000 tokens (4000 in your prompt; 1000 for the completion). Please reduce your prompt; or completion length.
Anthropic | 400 | 200000 | invalid_request_error | prompt is too long: 213462 tokens > 200000 maximum
Anthropic, with the reply | 400 | 200000 | - | input length and ´max_tokens´ exceed context limit: 178959 + 64000 > 200000, decrease input length or ´max_tokens´ and try again
Anthropic, by bytes | 413 | - | request_too_large | Request exceeds the maximum size
Bedrock | 400 | - | - | The model returned the following errors: Input is too long for requested model.
Google | 400 | 1048575 | INVALID_ARGUMENT | The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).
Vertex | 400 | 32768 | - | Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.
llama.cpp | 400 | - | exceed_context_size_error | the request exceeds the available context size, try increasing it
llama.cpp, with both numbers | 400 | 8192 | - | request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it
llama.cpp, older | 500 | - | server_error | the request exceeds the available context size. try increasing the context size or enable context shift
llama.cpp, while it writes | - | - | server_error 500 | Context size has been exceeded.
llama-cpp-python | 400 | 2048 | invalid_request_error | Requested tokens (2285) exceed context window of 2048
vLLM | 400 | 16384 | BadRequestError 400 | This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.
vLLM, newer | 400 | 8192 | - | You passed 9001 input tokens and requested 1024 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 7168 tokens. Please reduce the length of the input prompt.
vLLM, by its reply | 400 | 4096 | - | 'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 100 input tokens (8000 > 4096 - 100).
vLLM, decoder | 400 | 8192 | - | The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that ´max_model_len´ is no smaller than the number of text tokens.
SGLang | 400 | 8192 | - | Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 9000 tokens.
Together | 422 | 262144 | - | The input (516368 tokens) is longer than the model's context length (262144 tokens).
TGI | 422 | 2048 | validation | Input validation error: ´inputs´ tokens + ´max_new_tokens´ must be <= 2048. Given: 1244 ´inputs´ tokens and 1000 ´max_new_tokens´
TGI, input alone | 422 | 1024 | - | Input validation error: ´inputs´ must have less than 1024 tokens. Given: 1168
TensorRT-LLM | 400 | 8192 | - | Prompt length (9000) exceeds maximum input length (8192).
Ollama | 400 | - | - | prompt too long; exceeded max context length by 1200 tokens
Ollama, by length | 400 | - | - | the input length exceeds the context length
LM Studio | - | - | - | The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input
LM Studio, older | 400 | 4096 | - | Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input
LM Studio, MLX | - | 7424 | - | Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)
OpenRouter | 400 | 200000 | - | This endpoint's maximum context length is 200000 tokens. However, you requested about 250000 tokens (240000 of text input, 10000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.
Mistral | 400 | 32768 | - | Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length
Groq | 400 | - | context_length_exceeded | Please reduce the length of the messages or completion.
Groq, larger than a minute | 413 | 6000 | tokens rate_limit_exceeded | Request too large for model ´llama-3.1-8b-instant´ in organization ´org´ service tier ´on_demand´ on tokens per minute (TPM): Limit 6000, Requested 7214, please reduce your message size and try again.
DeepSeek | 400 | 131072 | - | This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (132000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.
xAI | 400 | 131072 | - | This model's maximum prompt length is 131072 but the request contains 537812 tokens.
Kimi | 400 | 262144 | - | Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)
Qwen | 400 | 98304 | invalid_parameter_error | Range of input length should be [1, 98304]
GLM | 400 | - | 1261 | Prompt too long
MiniMax | 400 | - | - | invalid params, context window exceeds limit
Cerebras | 400 | 8192 | context_length_exceeded | Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192
Cohere | 400 | 4081 | - | too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 6000.
Cloudflare | 413 | 24000 | - | AiError: The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (24000).
GitHub Models | 413 | 8000 | tokens_limit_reached | Request body too large for gpt-4o model. Max size: 8000 tokens.
Copilot | 400 | 128000 | model_max_prompt_tokens_exceeded | prompt token count of 130000 exceeds the limit of 128000
a proxy, by bytes | 413 | - | - | The body is too large: the limit is 1048576 bytes.
`;

/** What servers say about other troubles: what, status, words. */
const others = String.raw`
a rate limit in tokens | 429 | Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.
a rate limit with another status | 400 | rate limit reached: too many tokens per minute
a wrong key | 401 | Incorrect API key provided.
an unknown model | 404 | The model ´gpt-9´ does not exist
a reply longer than the model writes | 400 | max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.
a grammar | 400 | Failed to initialize samplers: failed to parse grammar
a server that is busy | 503 | server busy, please try again. maximum pending requests exceeded
a quota | 429 | You exceeded your current quota, please check your plan and billing details.
a template | 500 | Jinja Exception: System message must be at the beginning
a bad argument | 400 | Invalid value for 'messages': too few items
`;

describe("10.25: every server's words for too long are recognised", () => {
  test.each(rowsOf(sentences))("%s", (_, status = "", window = "", code = "", message = "") => {
    const refusal = refusalOf(status, message, code);
    expect(tooLong(refusal)).toEqual(window === "-" ? {} : { window: Number(window) });
  });

  test("llama.cpp has the number beside its words", () => {
    const message = "the request exceeds the available context size, try increasing it";
    const error = {
      code: 400,
      message,
      type: "exceed_context_size_error",
      n_prompt_tokens: 14429,
      n_ctx: 8192,
    };
    const refusal = { status: 400, message, type: error.type, body: JSON.stringify({ error }) };
    expect(tooLong(refusal)).toEqual({ window: 8192 });
  });
});

describe("10.25: nothing else is taken for it", () => {
  test.each(rowsOf(others))("%s", (_, status = "", message = "") => {
    expect(tooLong(refusalOf(status, message, "-"))).toBeUndefined();
  });
});

/** An acute accent stands for a backquote. */
function rowsOf(table: string): readonly (readonly [string, ...string[]])[] {
  return table
    .trim()
    .split("\n")
    .map((row) => {
      const [first = "", ...rest] = row.replaceAll("´", "`").split(" | ");
      return [first, ...rest] as const;
    });
}

function refusalOf(status: string, message: string, code: string): Refusal {
  return {
    message,
    ...(status !== "-" && { status: Number(status) }),
    ...(code !== "-" && { code }),
  };
}
