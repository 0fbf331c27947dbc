import { specOf } from "../core/work/tool.ts";
import { done } from "../tools/done.ts";
import { editFile } from "../tools/edit-file.ts";
import { listFiles } from "../tools/list-files.ts";
import { readDiff } from "../tools/read-diff.ts";
import { readFile } from "../tools/read-file.ts";
import { reviewComplete } from "../tools/review-complete.ts";
import { searchCode } from "../tools/search-code.ts";
import { writeFile } from "../tools/write-file.ts";

/** Tools are per role on the floor: what a reviewer is offered contains nothing that writes. */
export const codingTools = [readFile, listFiles, searchCode, writeFile, editFile];
export const codingSpecs = [...codingTools, done].map(specOf);
export const reviewTools = [readDiff, readFile, listFiles, searchCode];
export const reviewSpecs = [...reviewTools, reviewComplete].map(specOf);
