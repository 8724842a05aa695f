package strictyaml

import (
	"maps"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"
)

type schema = map[string]any

// Schema returns the shape as JSON Schema (https://json-schema.org/draft/2020-12), with which editors complete
// and check a file.
func (s Shape) Schema(title string) map[string]any {
	d := definitions{}
	root := d.of(s, title)
	root["$schema"], root["title"] = "https://json-schema.org/draft/2020-12/schema", title
	root["$defs"] = schema(d)
	return root
}

// definitions are the mappings of a schema by their names.
type definitions schema

func (d definitions) of(s Shape, name string) schema {
	var forms []any
	switch {
	case len(s.Words) > 0:
		forms = append(forms, schema{"enum": s.Words})
		if s.Open {
			forms = append(forms, schema{"type": []string{"string", "number"}})
		}
	case s.Scalar != "":
		form := schema{"type": map[string]any{
			Text: []string{"string", "number"}, Number: "number", Whole: "integer", Bool: "boolean",
		}[s.Scalar]}
		if s.Least != "" {
			form["minimum"] = s.value(s.Least)
		}
		if s.Most != "" {
			form["maximum"] = s.value(s.Most)
		}
		forms = append(forms, form)
	}
	if len(s.Keys) > 0 || s.Others != nil {
		d[name] = d.mapping(s, name)
		forms = append(forms, refer(name))
	}
	if len(forms) > 0 && s.List {
		list := schema{"type": "array", "items": anyOf(forms)}
		if s.Many {
			forms = nil
		}
		forms = append(forms, list)
	}
	of := anyOf(forms)
	if s.Doc != "" {
		of["description"] = s.Doc
	}
	if s.Default != "" {
		of["default"] = s.value(s.Default)
	}
	if s.Example != "" {
		of["examples"] = []any{s.value(s.Example)}
	}
	return of
}

// value parses a line of YAML from a tag.
func (s Shape) value(source string) (v any) {
	if number, err := strconv.ParseFloat(source, 64); err == nil && s.Scalar == Number {
		return number // 1e-10, too
	}
	if err := yaml.Unmarshal([]byte(source), &v); err != nil {
		return source
	}
	return v
}

func refer(name string) schema { return schema{"$ref": "#/$defs/" + name} }

func anyOf(forms []any) schema {
	switch len(forms) {
	case 0:
		return schema{}
	case 1:
		return maps.Clone(forms[0].(schema))
	}
	return schema{"anyOf": forms}
}

// mapping returns the schema of mappings, whose keys depend on their kind.
func (d definitions) mapping(s Shape, name string) schema {
	if len(s.Kinds) == 0 {
		return d.closed(s, name)
	}
	var names []string
	var cases []any
	when := func(condition schema, kind string) {
		cases = append(cases, schema{"if": condition, "then": refer(name + "." + kind)})
	}
	named, every := schema{"required": []string{"kind"}}, s
	for _, k := range s.Kinds {
		one := s
		one.Keys = slices.Concat(s.Keys, k.Keys)
		every.Keys = slices.Concat(every.Keys, k.Keys)
		names = append(names, k.Name)
		d[name+"."+k.Name] = d.closed(one, name+"."+k.Name)
		when(schema{"allOf": []any{named, schema{"properties": schema{"kind": schema{"const": k.Name}}}}}, k.Name)
	}
	unnamed := schema{"not": named}
	if s.Like != "" {
		// The other mapping has the required keys.
		like := schema{"required": []string{s.Like}}
		for _, kind := range names {
			of := d[name+"."+kind].(schema)
			of["anyOf"] = []any{like, schema{"required": of["required"]}}
			delete(of, "required")
		}
		of := d.closed(every, name+"."+s.Like)
		delete(of, "required")
		d[name+"."+s.Like] = of
		when(schema{"allOf": []any{unnamed, like}}, s.Like)
		unnamed = schema{"not": schema{"anyOf": []any{named, like}}}
	}
	if !slices.Contains(required(s), "kind") {
		when(unnamed, names[0])
	}
	return schema{"type": "object", "properties": schema{"kind": schema{"enum": names}}, "required": required(s),
		"allOf": cases}
}

func required(s Shape) []string {
	keys := []string{}
	for _, k := range s.Keys {
		if k.Required {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

func (d definitions) closed(s Shape, name string) schema {
	properties := schema{}
	for _, k := range s.Keys {
		property := name + "." + k.Name
		if before, ok := properties[k.Name]; ok { // kinds may give one key different values
			properties[k.Name] = schema{"anyOf": []any{before, d.of(k.Shape, property+"'")}}
			continue
		}
		properties[k.Name] = d.of(k.Shape, property)
	}
	of := schema{"type": "object", "properties": properties, "required": required(s), "additionalProperties": false}
	if s.Others != nil {
		of["additionalProperties"] = d.of(*s.Others, name+".any")
	}
	if s.One {
		of["minProperties"], of["maxProperties"] = 1, max(1, len(s.Together))
		if s.Together != nil {
			of["anyOf"] = []any{schema{"required": s.Together},
				schema{"maxProperties": 1, "propertyNames": schema{"not": schema{"enum": s.Together}}}}
		}
	}
	return of
}
